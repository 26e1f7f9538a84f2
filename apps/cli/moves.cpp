// cli/moves.cpp: `grundy moves`, how to win.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "ask/session/answer_json.hpp"
#include "cli/commands.hpp"
#include "cli/expressions.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

struct MovesChoice {
  ExpressionChoice common;
  std::vector<std::string> expressions;
  bool all = false;
  bool line = false;
  bool outcome = false;

  query::Listed listed() const { return all ? query::Listed::all : query::Listed::winning; }
  query::Wanted wanted() const { return outcome ? query::Wanted::outcome : query::Wanted::nimber; }
};

using session::Step;

// What was found out about one expression.
struct Found {
  std::string expression;
  query::Sum sum;
  query::Moves moves;
  std::optional<std::vector<Step>> line;  // best play to the end, if it was asked for
};

void print_json(const Found& found, bool all) {
  const auto& [expression, sum, moves, line] = found;
  Json json = session::moves_json(expression, sum, moves);
  if (all) {
    json["options"] = session::options_json(sum, moves);
    session::add_rules(sum, moves, json["options"]);
  }
  if (line) session::add_line(*line, json);
  print(json);
}

// "P, nimber 0", or "P, class T2" under misère play.
template <class Known>
std::string text_of(const Known& known) {
  std::string text(to_string(known.outcome));
  if (known.nimber) text += fmt::format(", nimber {}", *known.nimber);
  if (known.misere) text += fmt::format(", class {}", known.misere->name());
  return text;
}

void print_line(const std::vector<Step>& line) {
  fmt::print("  best play ends after {}\n", counted(line.size(), "move"));
  for (std::size_t i = 0; i < line.size(); ++i)
    fmt::print("  {:4}. {}: {}\n", i + 1, query::to_string(line[i].sum), text_of(line[i].value));
}

template <class Moves>
void print_heading(const std::string& expression, const Moves& moves, bool more_win) {
  fmt::print("{}: {}{}; {}{} of {} moves win{}\n", expression, text_of(moves.value),
             moves.value.misere ? " of misère Nim" : "", more_win ? "more than " : "",
             moves.winning, moves.total,
             moves.winning_ways == moves.winning
                 ? ""
                 : fmt::format(", {} counting equal positions apart", moves.winning_ways));
  print_laws(moves.value);
}

void print_for_people(const Found& found) {
  const auto& [expression, sum, moves, line] = found;
  print_heading(expression, moves, moves.more_win);
  for (const query::Move& move : moves.options)
    fmt::print("  {}: {}\n", query::to_string(query::after(sum, move)), text_of(move));
  if (line) print_line(*line);
}

// Known or not.
template <class Moves>
void leave_out_nimbers(Moves& moves) {
  moves.value.nimber.reset();
  for (auto& option : moves.options) option.nimber.reset();
}

Status answer_boards(Session& session, const MovesChoice& choice, const Asked& asked) {
  if (choice.line)
    return Error{Errc::unsupported, "option `line`: best play to the end is not known for boards"};
  auto moves = [&] {
    const ShownProgress progress(choice.common);
    return session.moves(asked.question, choice.listed(), choice.wanted());
  }();
  if (!moves) return moves.error();
  if (choice.outcome) leave_out_nimbers(*moves);
  if (choice.common.as_json) {
    Json json = session::moves_json(asked.expression, *moves);
    if (choice.all) json["options"] = session::options_json(*moves);
    print(json);
    return {};
  }
  print_heading(asked.expression, *moves, /*more_win=*/false);
  for (const query::BoardMove& move : moves->options)
    fmt::print("  {}: {}{}\n", move.to, to_string(move.outcome),
               move.nimber ? fmt::format(", nimber {}", *move.nimber) : "");
  return {};
}

Result<Found> find(Session& session, const MovesChoice& choice, const Asked& asked) {
  const query::Sum& sum = asked.question.sum;
  const Convention convention = asked.question.convention;
  const ShownProgress progress(choice.common);
  auto moves = session.evaluator().moves(sum, convention, choice.listed());
  if (!moves) return moves.error();
  if (choice.outcome) leave_out_nimbers(*moves);
  Found found{asked.expression, sum, *std::move(moves), {}};
  if (!choice.line) return found;
  auto line = session::best_line(sum, convention, session.evaluator());
  if (!line) return line.error();
  found.line = *std::move(line);
  return found;
}

Status answer(Session& session, const MovesChoice& choice, const Asked& asked) {
  if (!asked.question.boards.empty()) return answer_boards(session, choice, asked);
  const auto found = find(session, choice, asked);
  if (!found) return found.error();
  if (choice.common.as_json)
    print_json(*found, choice.all);
  else
    print_for_people(*found);
  return {};
}

Status run_moves(const MovesChoice& choice) {
  const auto session = open_session(choice.common);
  if (!session) return session.error();
  return for_each_expression(**session, choice.common, choice.expressions, choice.wanted(),
                             [&](const Asked& asked) { return answer(**session, choice, asked); });
}

}  // namespace

void add_moves(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("moves", "The winning moves of a position or a sum");
  const auto choice = std::make_shared<MovesChoice>();
  choice->common.boards = Session::Boards::accepted;
  command
      ->add_option("expression", choice->expressions,
                   "A sum such as 'nim(3) + lasker(5)'; - reads one a line")
      ->required()
      ->type_name("EXPR");
  command->add_flag("--all", choice->all, "List the losing moves too");
  command->add_flag("--outcome", choice->outcome,
                    "Outcomes alone, which take less than nimbers on boards");
  command->add_flag(
      "--line", choice->line,
      "Also best play of both sides to the end: the winner hurries, the loser delays");
  choice->common.add_to(*command);
  choice->common.add_progress_to(*command);
  command->footer(
      "Under misère play sums of tame positions have a class, as heaps of misère Nim do: S if the\n"
      "xor of their nimbers is not 0, T if it is, and how many of them are rich: 0, 1, or 2 for\n"
      "more. A heap of 2 or more is rich. The player to move has lost in S0 and T2 alone.\n"
      "Examples:\n"
      "  grundy moves 'nim(3) + lasker(5)'\n"
      "  grundy moves 'nim(5) + 2*nim(1)' --misere --line\n"
      "  grundy moves 'cram(grid(3, 4) - {(0, 0), (0, 1)})' --all");
  command->callback([&result, choice] { result = run_moves(*choice); });
}

}  // namespace grundy::cli
