// cli/games.cpp: `grundy games`, the catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "ask/session/answer_json.hpp"
#include "cli/commands.hpp"
#include "cli/text.hpp"
#include "rules/language/catalogue.hpp"

namespace grundy::cli {
namespace {

Status list_games(bool as_json) {
  for (const rules::CatalogueEntry& entry : rules::catalogue()) {
    const auto game = rules::load(entry.name);
    if (!game) return game.error();
    if (as_json)
      print(session::entry_json(*game));
    else
      fmt::print("{:<22}{}\n", game->name, game->description);
  }
  return {};
}

}  // namespace

void add_games(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("games", "List the games that come with the program");
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "One JSON object a line");
  command->footer(
      "Examples:\n"
      "  grundy games\n"
      "  grundy games --json");
  command->callback([&result, as_json] { result = list_games(*as_json); });
}

}  // namespace grundy::cli
