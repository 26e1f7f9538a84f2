// cli/moves.cpp: `grundy moves`, how to win.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "commands.hpp"
#include "expressions.hpp"
#include "query/best_move.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

struct MovesChoice {
  ExpressionChoice common;
  std::vector<std::string> expressions;
  bool all = false;
  bool line = false;
};

// A sum on the way of best play, and its value.
struct Step {
  query::Sum sum;
  query::Value value;
};

// What was found out about one expression.
struct Found {
  std::string expression;
  query::Sum sum;
  query::Moves moves;
  std::optional<std::vector<Step>> line;  // best play to the end, if it was asked for
};

Json nimber_json(const std::optional<std::uint32_t>& nimber) {
  return nimber ? Json(*nimber) : Json();
}

Json classes_json(const std::vector<Step>& line) {
  Json classes = Json::array();
  for (const auto& [sum, value] : line)
    classes.push_back(value.misere ? Json(value.misere->name()) : Json());
  return classes;
}

Json options_json(const query::Sum& sum, const query::Moves& moves) {
  Json options = Json::array();
  for (const query::Move& move : moves.options) {
    options.push_back({{"to", query::to_string(query::after(sum, move))},
                       {"outcome", to_string(move.outcome)},
                       {"nimber", nimber_json(move.nimber)}});
    if (move.misere) options.back()["misere_class"] = move.misere->name();
  }
  return options;
}

void print_json(const Found& found, bool all) {
  const auto& [expression, sum, moves, line] = found;
  Json winning = Json::array();
  for (std::size_t i = 0; i < moves.winning; ++i)
    winning.push_back(query::to_string(query::after(sum, moves.options[i])));
  Json json;
  json["expression"] = expression;
  json["outcome"] = to_string(moves.value.outcome);
  json["nimber"] = nimber_json(moves.value.nimber);
  if (moves.value.misere) json["misere_class"] = moves.value.misere->name();
  json["winning_ways"] = moves.winning_ways;
  json["winning"] = winning;
  json["moves"] = {{"P", moves.winning}, {"N", moves.total - moves.winning}};
  if (all) json["options"] = options_json(sum, moves);
  if (line) {
    json["remoteness"] = line->size();
    json["line"] = Json::array();
    for (const Step& step : *line) json["line"].push_back(query::to_string(step.sum));
    if (std::ranges::any_of(*line, [](const Step& step) { return step.value.misere.has_value(); }))
      json["line_misere_classes"] = classes_json(*line);
  }
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

void print_for_people(const Found& found) {
  const auto& [expression, sum, moves, line] = found;
  fmt::print("{}: {}{}; {} of {} moves win{}\n", expression, text_of(moves.value),
             moves.value.misere ? " of misère Nim" : "", moves.winning, moves.total,
             moves.winning_ways == moves.winning
                 ? ""
                 : fmt::format(", {} counting equal positions apart", moves.winning_ways));
  for (const query::Move& move : moves.options)
    fmt::print("  {}: {}\n", query::to_string(query::after(sum, move)), text_of(move));
  if (line) print_line(*line);
}

Result<std::vector<Step>> best_line(Session& session, const Session::Question& question) {
  const auto sums = query::best_line(question.sum, question.convention, session.evaluator());
  if (!sums) return sums.error();
  std::vector<Step> line;
  for (const query::Sum& sum : *sums) {
    auto value = session.evaluator().evaluate(sum, question.convention);
    if (!value) return value.error();
    line.push_back({sum, *std::move(value)});
  }
  return line;
}

Result<Found> find(Session& session, const MovesChoice& choice, const Asked& asked) {
  const auto& [sum, convention] = asked.question;
  const Progress progress = watch_search(choice.common);
  auto moves = session.evaluator().moves(sum, convention,
                                         choice.all ? query::Listed::all : query::Listed::winning);
  if (!moves) return moves.error();
  Found found{asked.expression, sum, *std::move(moves), {}};
  if (!choice.line) return found;
  auto line = best_line(session, asked.question);
  if (!line) return line.error();
  found.line = *std::move(line);
  return found;
}

Status answer(Session& session, const MovesChoice& choice, const Asked& asked) {
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
  return for_each_expression(**session, choice.expressions, query::Wanted::nimber,
                             [&](const Asked& asked) { return answer(**session, choice, asked); });
}

}  // namespace

void add_moves(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("moves", "The winning moves of a position or a sum");
  const auto choice = std::make_shared<MovesChoice>();
  command
      ->add_option("expression", choice->expressions,
                   "A sum such as 'nim(3) + lasker(5)'; - reads one a line")
      ->required()
      ->type_name("EXPR");
  command->add_flag("--all", choice->all, "List the losing moves too");
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
      "  grundy moves 'nim(5) + 2*nim(1)' --misere --line");
  command->callback([&result, choice] { result = run_moves(*choice); });
}

}  // namespace grundy::cli
