// cli/show.cpp: `grundy show`, one game.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "rules/catalogue.hpp"
#include "rules/parameter_text.hpp"
#include "session/plan_text.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

// The plan in brief is that of a box of this size, cut to the game's ranges.
constexpr std::int64_t sample_high = 20;

// With its head comment, for a game of the catalogue.
std::string_view text_of(const rules::Rules& game, std::string_view name) {
  for (const rules::CatalogueEntry& entry : rules::catalogue())
    if (entry.name == name) return entry.text;
  return game.text;
}

Result<plan::Plan> sample_plan(const rules::Rules& game) {
  plan::Request request;
  request.rules = game;
  request.convention = game.convention;
  const bool nimbers = game.convention == Convention::normal && !game.has_ending(Outcome::N);
  request.quantity = nimbers ? Quantity::nimber : Quantity::outcome;
  for (const rules::Coordinate& coordinate : game.coordinates)
    request.high.push_back(std::max(coordinate.low, sample_high));
  return plan::make_plan(request);
}

Json game_json(const rules::Rules& game, const plan::Plan& plan) {
  Json parameters = Json::object();
  for (const auto& [name, value] : game.parameters)
    std::visit([&, &key = name](const auto& v) { parameters[key] = v; }, value);
  Json json;
  json["game"] = game.name;
  json["description"] = game.description;
  json["coordinates"] = game.coordinate_names();
  json["parameters"] = parameters;
  json["convention"] = to_string(game.convention);
  json["text"] = game.text;
  json["kernel"] = to_string(plan.kernel());
  json["termination"] = session::reason_of_end(plan);
  return json;
}

Status show_game(const GameChoice& choice, bool as_json) {
  const auto game = choice.load();
  if (!game) return game.error();
  const auto plan = sample_plan(*game);
  if (!plan) return plan.error();
  if (as_json) {
    print(game_json(*game, *plan));
    return {};
  }
  const std::string_view text = text_of(*game, choice.game);
  fmt::print("{}{}\n", text, text.ends_with('\n') ? "" : "\n");
  for (const auto& [name, value] : game->parameters)
    fmt::print("parameter {} = {}\n", name, rules::to_string(value));
  fmt::print("play ends because {}\n", session::reason_of_end(*plan));
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
