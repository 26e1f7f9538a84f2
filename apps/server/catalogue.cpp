#include "server/catalogue.hpp"

#include <fmt/format.h>

#include "rules/catalogue.hpp"
#include "session/answer_json.hpp"
#include "table/info_json.hpp"

namespace grundy::server {

http::Answer get_games(const Asked&) {
  Json games = Json::array();
  for (const rules::CatalogueEntry& entry : rules::catalogue()) {
    const auto game = rules::load(entry.name);
    if (!game) return problem(game.error());
    games.push_back(session::entry_json(*game));
  }
  return json_answer({{"games", games}});
}

http::Answer get_game(const Asked& asked) {
  const std::string_view name = asked.parts.front();
  for (const rules::CatalogueEntry& entry : rules::catalogue()) {
    if (entry.name != name) continue;
    const auto game = rules::load(entry.name);
    if (!game) return problem(game.error());
    const auto json = session::game_json(*game);
    return json ? json_answer(*json) : problem(json.error());
  }
  return problem(404, fmt::format("the catalogue has no game `{}`", name));
}

http::Answer get_tables(const Asked& asked) {
  Json tables = Json::array();
  for (const auto& [name, served] : asked.tables->all()) {
    const table::TableSpec& spec = served->spec();
    tables.push_back({{"table", name},
                      {"game", spec.game},
                      {"value", to_string(spec.quantity)},
                      {"convention", to_string(spec.convention)},
                      {"coordinates", spec.coordinates},
                      {"origin", spec.box.low},
                      {"box", spec.box.high},
                      {"positions", served->table->info().result.positions}});
  }
  return json_answer({{"tables", tables}});
}

http::Answer get_table(const Asked& asked) {
  Json json{{"table", asked.table->name}};
  const Json info = table::to_json(asked.table->table->info());
  for (const auto& [key, value] : info.items()) json[key] = value;
  return json_answer(json);
}

http::Answer get_histogram(const Asked& asked) {
  const auto& [spec, result] = asked.table->table->info();
  Json json{{"value", to_string(spec.quantity)}, {"positions", result.positions}};
  json["outcomes"] = {{"P", result.p_positions}, {"N", result.positions - result.p_positions}};
  json["max_value"] = result.max_value;
  json["histogram"] = result.histogram;
  return json_answer(json);
}

}  // namespace grundy::server
