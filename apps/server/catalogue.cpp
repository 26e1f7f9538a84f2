#include "server/catalogue.hpp"

#include <fmt/format.h>

#include "ask/session/answer_json.hpp"
#include "ask/session/plan_text.hpp"
#include "plan/plan.hpp"
#include "rules/language/catalogue.hpp"
#include "table/info.hpp"

namespace grundy::server {
namespace {

// Why play ends; null where the table has no rules to plan by.
Json reason_of_end(const ServedTable& table) {
  if (!table.game) return nullptr;
  plan::Request request;
  request.rules = *table.game->rules;
  request.high = table.spec().box.high;
  request.quantity = table.spec().quantity;
  request.convention = table.spec().convention;
  const auto plan = plan::make_plan(request);
  return plan ? Json(session::reason_of_end(*plan)) : Json();
}

}  // namespace

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

Json brief(const ServedTable& table) {
  const table::TableSpec& spec = table.spec();
  return {{"table", table.name},
          {"game", spec.game},
          {"value", to_string(spec.quantity)},
          {"convention", to_string(spec.convention)},
          {"coordinates", spec.coordinates},
          {"origin", spec.box.low},
          {"box", spec.box.high},
          {"positions", table.table->info().result.positions}};
}

Json in_full(const ServedTable& table) {
  Json json{{"table", table.name}};
  const Json info = table::to_json(table.table->info());
  for (const auto& [key, value] : info.items()) json[key] = value;
  json["termination"] = reason_of_end(table);
  return json;
}

http::Answer get_tables(const Asked& asked) {
  Json tables = Json::array();
  for (const auto& [name, table] : asked.tables->all()) tables.push_back(brief(*table));
  return json_answer({{"tables", tables}});
}

http::Answer get_table(const Asked& asked) {
  return json_answer(in_full(*asked.table));
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
