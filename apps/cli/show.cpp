// cli/show.cpp: `grundy show`, one game.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "ask/session/answer_json.hpp"
#include "ask/session/plan_text.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "rules/language/parser.hpp"

namespace grundy::cli {
namespace {

Status show_game(const GameChoice& choice, bool as_json) {
  const auto game = choice.load();
  if (!game) return game.error();
  if (as_json) {
    const auto json = session::game_json(*game);
    if (!json) return json.error();
    print(*json);
    return {};
  }
  const auto plan = session::sample_plan(*game);
  if (!plan) return plan.error();
  fmt::print("{}{}\n", game->text, game->text.ends_with('\n') ? "" : "\n");
  for (const auto& [name, value] : game->parameters)
    fmt::print("parameter {} = {}\n", name, rules::to_string(value));
  fmt::print("play ends{} {}\n", plan->descent.is_proved() ? " because" : ":",
             session::why_play_ends(*plan));
  if (const std::string cut = session::what_is_cut_off(*plan); !cut.empty())
    fmt::print("cut off: {}\n", cut);
  if (!plan->method.symmetry.empty()) fmt::print("symmetry: {}\n", plan->method.symmetry);
  fmt::print("kernel {}: {}\n", to_string(plan->kernel()), plan->method.reason);
  return {};
}

}  // namespace

void add_show(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("show", "Show a game: its source, its rules, why it ends");
  const auto choice = std::make_shared<GameChoice>();
  const auto as_json = std::make_shared<bool>(false);
  choice->add_to(*command);
  command->add_flag("--json", *as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy show three_pile\n"
      "  grundy show 0.137");
  command->callback([&result, choice, as_json] { result = show_game(*choice, *as_json); });
}

}  // namespace grundy::cli
