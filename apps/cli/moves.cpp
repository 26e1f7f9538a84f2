// cli/moves.cpp: `grundy moves`, how to win.
#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "expressions.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

struct MovesChoice {
  ExpressionChoice common;
  std::string expression;
  bool all = false;
};

Json nimber_json(const std::optional<std::uint32_t>& nimber) {
  return nimber ? Json(*nimber) : Json();
}

void print_json(const std::string& expression, const query::Sum& sum, const query::Moves& moves) {
  Json winning = Json::array();
  Json options = Json::array();
  for (std::size_t i = 0; i < moves.options.size(); ++i) {
    const query::Move& move = moves.options[i];
    const std::string to = query::to_string(query::after(sum, move));
    if (i < moves.winning) winning.push_back(to);
    options.push_back(
        {{"to", to}, {"outcome", to_string(move.outcome)}, {"nimber", nimber_json(move.nimber)}});
  }
  Json json;
  json["expression"] = expression;
  json["outcome"] = to_string(moves.value.outcome);
  json["nimber"] = nimber_json(moves.value.nimber);
  json["winning"] = winning;
  json["options"] = options;
  print(json);
}

void print_for_people(const MovesChoice& choice, const query::Sum& sum, const query::Moves& moves) {
  std::string head = fmt::format("{}: {}", choice.expression, to_string(moves.value.outcome));
  if (moves.value.nimber) head += fmt::format(", nimber {}", *moves.value.nimber);
  fmt::print("{}; {} of {} moves win\n", head, moves.winning, moves.options.size());
  const std::size_t shown = choice.all ? moves.options.size() : moves.winning;
  for (std::size_t i = 0; i < shown; ++i) {
    const query::Move& move = moves.options[i];
    std::string line =
        fmt::format("  {}: {}", query::to_string(query::after(sum, move)), to_string(move.outcome));
    if (move.nimber) line += fmt::format(", nimber {}", *move.nimber);
    fmt::print("{}\n", line);
  }
}

Status run_moves(const MovesChoice& choice) {
  const auto session = Session::open(choice.common);
  if (!session) return session.error();
  const auto question = (*session)->ask(choice.expression);
  if (!question) return question.error();
  const auto moves = (*session)->evaluator().moves(question->sum, question->convention);
  if (!moves) return moves.error();
  if (choice.common.as_json)
    print_json(choice.expression, question->sum, *moves);
  else
    print_for_people(choice, question->sum, *moves);
  return {};
}

}  // namespace

void add_moves(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("moves", "The winning moves of a position or a sum");
  const auto choice = std::make_shared<MovesChoice>();
  command->add_option("expression", choice->expression, "A sum such as 'nim(3) + lasker(5)'")
      ->required()
      ->type_name("EXPR");
  command->add_flag("--all", choice->all, "List the losing moves too");
  choice->common.add_to(*command);
  command->callback([&result, choice] { result = run_moves(*choice); });
}

}  // namespace grundy::cli
