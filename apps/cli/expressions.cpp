#include "expressions.hpp"

#include <algorithm>
#include <span>

#include "interrupt.hpp"
#include "memory/machine.hpp"
#include "options.hpp"
#include "rules/catalogue.hpp"
#include "streams.hpp"

namespace grundy::cli {
void ExpressionChoice::add_to(CLI::App& command) {
  command.add_option("--rules", rules_file, "Also know the games of this file")
      ->check(file_name())
      ->type_name("FILE");
  command.add_option("--table", table, "Look positions up in this table where it holds them")
      ->check(file_name())
      ->type_name("T.zarr");
  command.add_option("--memory", memory, "Give up a search that needs more than this, such as 8G")
      ->type_name("BYTES");
  command.add_flag("--misere", misere, "Whoever cannot move wins");
  command.add_flag("--json", as_json, "One JSON object a line");
}

void ExpressionChoice::add_progress_to(CLI::App& command) {
  progress = "auto";
  add_progress(command, progress);
}

Result<std::unique_ptr<Session>> open_session(const ExpressionChoice& choice) {
  session::Choice chosen;
  if (!choice.rules_file.empty()) {
    auto loaded = rules::load_file(choice.rules_file);
    if (!loaded) return loaded.error();
    chosen.games = std::move(*loaded);
  }
  const auto limit = memory_limit(choice.memory);
  if (!limit) return limit.error();
  // What the program holds already is not for searches, but they get half in any case.
  chosen.limits.bytes = std::max(*limit / 2, *limit - std::min(*limit, memory::resident_memory()));
  chosen.limits.stop = &stop_on_interrupt();
  chosen.limits.progress = [searched = choice.searched](const lazy::SearchProgress& progress) {
    *searched = progress.positions;
  };
  if (choice.misere) chosen.convention = Convention::misere;
  auto session = std::make_unique<Session>(std::move(chosen));
  if (!choice.table.empty()) {
    auto table = table::open_values(choice.table);
    if (!table) return table.error();
    session->add_table(*std::move(table));
  }
  return session;
}

namespace {

using Answer = std::function<Status(const Asked&)>;

Status answer_all(Session& session, std::span<const std::string> expressions, query::Wanted wanted,
                  const Answer& answer) {
  session.expect_nothing();
  std::vector<Result<Session::Question>> questions;
  for (const std::string& expression : expressions) {
    questions.push_back(session.ask(expression));
    if (!questions.back()) break;  // told when those before are answered
    session.expect(*questions.back(), wanted);
  }
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!questions[i]) return questions[i].error();
    if (Status answered = answer({expressions[i], *questions[i]}); !answered) return answered;
  }
  return {};
}

Status answer_lines(Session& session, query::Wanted wanted, const Answer& answer) {
  while (true) {
    auto lines = read_lines();
    if (!lines) return lines.error();
    if (lines->empty()) return {};
    std::erase_if(*lines, is_blank);
    if (Status answered = answer_all(session, *lines, wanted, answer); !answered) return answered;
  }
}

}  // namespace

Status for_each_expression(Session& session, const std::vector<std::string>& expressions,
                           query::Wanted wanted, const Answer& answer) {
  for (auto at = expressions.begin(); at != expressions.end();) {
    const auto lines = std::find(at, expressions.end(), "-");
    if (Status answered = answer_all(session, {at, lines}, wanted, answer); !answered)
      return answered;
    at = lines;
    if (at == expressions.end()) break;
    if (Status answered = answer_lines(session, wanted, answer); !answered) return answered;
    ++at;
  }
  return {};
}

}  // namespace grundy::cli
