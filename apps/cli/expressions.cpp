#include "cli/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/machine.hpp"
#include "cli/failure.hpp"
#include "cli/interrupt.hpp"
#include "cli/law/proved_laws.hpp"
#include "cli/options.hpp"
#include "cli/run.hpp"
#include "cli/streams.hpp"
#include "cli/text.hpp"
#include "rules/language/catalogue.hpp"

namespace grundy::cli {
void ExpressionChoice::add_to(CLI::App& command) {
  add_rules(command, rules_files);
  command.add_option("--table", table, "Look positions up in this table where it holds them")
      ->check(file_name())
      ->type_name("T.zarr");
  add_memory(command, memory, "Give up a search that needs more than this, such as 8G");
  command
      .add_option(
          "--law-seconds", law_seconds,
          "Look for a proved law so long, for each game whose answer takes longer; 0: never")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str()
      ->type_name("S");
  command.add_flag("--misere", misere, "The player who cannot move wins");
  command.add_flag("--json", as_json, "One JSON object a line");
}

void ExpressionChoice::add_progress_to(CLI::App& command) {
  progress = "auto";
  add_progress(command, progress);
}

namespace {

// Adds the games of a text that are played on boards.
Status add_boards(const ExpressionChoice& choice, const std::string& source,
                  const std::string& text, session::Choice& chosen) {
  if (choice.boards == Session::Boards::refused)
    return Error{Errc::unsupported, source +
                                        ": games on boards have values and moves alone: "
                                        "ask `grundy value` or `grundy moves`"};
  auto games = boards::parse_rules(text, source);
  if (!games) return games.error();
  std::move(games->begin(), games->end(), std::back_inserter(chosen.boards));
  return {};
}

// The games of a file are all played on boards, or none is.
Status load_rules(const ExpressionChoice& choice, session::Choice& chosen) {
  std::vector<std::string> others;
  for (const std::string& source : choice.rules_files) {
    const auto text = rules::read_rules(source);
    if (!text) return text.error();
    if (!boards::is_board_text(*text)) {
      others.push_back(source);
      continue;
    }
    if (Status added = add_boards(choice, source, *text, chosen); !added) return added;
  }
  auto games = rules::load_all(others);
  if (!games) return games.error();
  chosen.games = *std::move(games);
  return {};
}

}  // namespace

Result<std::unique_ptr<Session>> open_session(const ExpressionChoice& choice) {
  session::Choice chosen;
  if (Status loaded = load_rules(choice, chosen); !loaded) return loaded.error();
  const std::uint64_t limit = memory_limit(choice.memory);
  // What the program holds already is not for searches, but they get half in any case.
  chosen.limits.bytes = std::max(limit / 2, limit - std::min(limit, memory::resident_memory()));
  chosen.limits.stop = &stop_on_interrupt();
  chosen.limits.progress = [shown = choice.shown](const lazy::SearchProgress& progress) {
    shown->set_searched(progress.positions);
  };
  chosen.watch = [shown = choice.shown](const plan::Plan* plan) { return shown->solving(plan); };
  if (choice.misere) chosen.convention = Convention::misere;
  auto session = std::make_unique<Session>(std::move(chosen));
  add_laws(*session, choice.law_seconds, limit / 2);
  if (!choice.table.empty()) {
    auto table = table::open_values(choice.table);
    if (!table) return table.error();
    session->add_table(*std::move(table));
  }
  return session;
}

void print_laws(const query::Value& value) {
  constexpr std::size_t most = 100;  // bytes
  for (const auto& law : value.laws)
    fmt::print("  by the proved law {}\n",
               law->size() <= most ? *law : law->substr(0, law->rfind(' ', most)) + " ..");
}

namespace {

using Answer = std::function<Status(const Asked&)>;

class Questions {
 public:
  Questions(Session& session, const ExpressionChoice& choice, query::Wanted wanted,
            const Answer& answer)
      : session_(session),
        boards_(choice.boards),
        wanted_(wanted),
        answer_(answer),
        refusals_("expression", choice.as_json) {}

  // Of lines the number of the first one, from 1; 0: they are arguments.
  Status answer_all(std::span<const std::string> expressions, std::size_t first_line) {
    session_.expect_nothing();
    std::vector<Result<Session::Question>> questions;
    for (const std::string& expression : expressions) {
      questions.push_back(session_.ask(expression, boards_));
      if (questions.back()) session_.expect(*questions.back(), wanted_);
    }
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (first_line > 0 && is_blank(expressions[i])) continue;
      Status done = questions[i] ? answer_({expressions[i], *questions[i]}) : questions[i].error();
      if (!done)
        done = refusals_.add(done.error(), expressions[i], first_line > 0 ? first_line + i : 0);
      if (!done) return done;
      if (Status written = flush_results(); !written) return written;
    }
    return {};
  }

  Status answer_lines() {
    for (std::size_t line = 1;;) {
      const auto lines = read_lines();
      if (!lines) return lines.error();
      if (lines->empty()) return {};
      if (Status answered = answer_all(*lines, line); !answered) return answered;
      line += lines->size();
    }
  }

  Status end() const { return refusals_.end(); }

 private:
  Session& session_;
  Session::Boards boards_;
  query::Wanted wanted_;
  const Answer& answer_;
  Refusals refusals_;
};

}  // namespace

Status for_each_expression(Session& session, const ExpressionChoice& choice,
                           const std::vector<std::string>& expressions, query::Wanted wanted,
                           const Answer& answer) {
  Questions questions(session, choice, wanted, answer);
  for (auto at = expressions.begin(); at != expressions.end(); ++at) {
    const auto lines = std::find(at, expressions.end(), "-");
    if (Status answered = questions.answer_all({at, lines}, 0); !answered) return answered;
    at = lines;
    if (at == expressions.end()) break;
    if (Status answered = questions.answer_lines(); !answered) return answered;
  }
  return questions.end();
}

}  // namespace grundy::cli
