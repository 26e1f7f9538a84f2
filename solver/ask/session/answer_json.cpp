#include "ask/session/answer_json.hpp"

#include <algorithm>

#include "ask/best_move.hpp"
#include "ask/move_rules.hpp"
#include "ask/session/plan_text.hpp"

namespace grundy::session {
namespace {

Json nimber_json(const std::optional<std::uint64_t>& nimber) {
  return nimber ? Json(*nimber) : Json();
}

template <class Moves>
Json moves_json(const std::string& expression, const Moves& moves, Json winning) {
  Json json = value_json(expression, moves.value);
  json["winning_ways"] = moves.winning_ways;
  json["winning"] = std::move(winning);
  json["moves"] = {{"P", moves.winning}, {"N", moves.total - moves.winning}};
  return json;
}

template <class Move>
Json option_json(const std::string& to, const Move& move) {
  return {{"to", to}, {"outcome", to_string(move.outcome)}, {"nimber", nimber_json(move.nimber)}};
}

Json classes_json(const std::vector<Step>& line) {
  Json classes = Json::array();
  for (const auto& [sum, value] : line)
    classes.push_back(value.misere ? Json(value.misere->name()) : Json());
  return classes;
}

}  // namespace

Json entry_json(const rules::Rules& game) {
  return {{"game", game.name},
          {"coordinates", game.written_names()},
          {"description", game.description}};
}

Json parameters_json(const rules::Rules& game) {
  Json parameters = Json::object();
  for (const auto& [name, value] : game.parameters)
    if (const auto* array = std::get_if<rules::Array>(&value))
      parameters[name] = std::vector(array->members().begin(), array->members().end());
    else if (const auto* number = std::get_if<std::int64_t>(&value))
      parameters[name] = *number;
    else
      parameters[name] = std::get<std::vector<std::int64_t>>(value);
  return parameters;
}

Result<Json> game_json(const rules::Rules& game) {
  const auto plan = sample_plan(game);
  if (!plan) return plan.error();
  Json json;
  json["game"] = game.name;
  json["description"] = game.description;
  json["coordinates"] = game.written_names();
  json["parameters"] = parameters_json(game);
  json["convention"] = to_string(game.convention);
  json["text"] = game.text;
  json["kernel"] = to_string(plan->kernel());
  json["termination"] = why_play_ends(*plan);
  json["cut_off"] = cut_off_json(*plan);
  return json;
}

Json value_json(const std::string& expression, const query::Value& value) {
  Json json;
  json["expression"] = expression;
  json["outcome"] = to_string(value.outcome);
  json["nimber"] = nimber_json(value.nimber);
  if (value.remoteness) json["remoteness"] = *value.remoteness;
  if (value.misere) json["misere_class"] = value.misere->name();
  for (const auto& law : value.laws) json["laws"].push_back(*law);
  if (value.quotient)
    json["misere_quotient"] = {{"order", value.quotient->order},
                               {"whole", value.quotient->is_whole}};
  return json;
}

Json moves_json(const std::string& expression, const query::Sum& sum, const query::Moves& moves) {
  Json winning = Json::array();
  for (std::size_t i = 0; i < std::min(moves.winning, moves.options.size()); ++i)
    winning.push_back(query::to_string(query::after(sum, moves.options[i])));
  Json json = moves_json(expression, moves, std::move(winning));
  if (!moves.more_win) return json;
  json["more_win"] = true;
  json.erase("moves");
  return json;
}

Json moves_json(const std::string& expression, const query::BoardMoves& moves) {
  Json winning = Json::array();
  for (std::size_t i = 0; i < std::min(moves.winning, moves.options.size()); ++i)
    winning.push_back(moves.options[i].to);
  return moves_json(expression, moves, std::move(winning));
}

Json options_json(const query::Sum& sum, const query::Moves& moves) {
  Json options = Json::array();
  for (const query::Move& move : moves.options) {
    options.push_back(option_json(query::to_string(query::after(sum, move)), move));
    if (move.misere) options.back()["misere_class"] = move.misere->name();
  }
  return options;
}

Json options_json(const query::BoardMoves& moves) {
  Json options = Json::array();
  for (const query::BoardMove& move : moves.options) options.push_back(option_json(move.to, move));
  return options;
}

void add_rules(const query::Sum& sum, const query::Moves& moves, Json& options) {
  const auto rules = query::rules_of_moves(sum, moves);
  for (std::size_t i = 0; i < rules.size(); ++i)
    options[i]["rule"] = rules[i] ? Json(*rules[i]) : Json();
}

void add_line(const std::vector<Step>& line, Json& json) {
  json["remoteness"] = line.size();
  json["line"] = Json::array();
  for (const Step& step : line) json["line"].push_back(query::to_string(step.sum));
  if (std::ranges::any_of(line, [](const Step& step) { return step.value.misere.has_value(); }))
    json["line_misere_classes"] = classes_json(line);
}

Result<std::vector<Step>> best_line(const query::Sum& sum, Convention convention,
                                    query::Evaluator& evaluator) {
  const auto sums = query::best_line(sum, convention, evaluator);
  if (!sums) return sums.error();
  std::vector<Step> line;
  for (const query::Sum& after : *sums) {
    auto value = evaluator.evaluate(after, convention);
    if (!value) return value.error();
    line.push_back({after, *std::move(value)});
  }
  return line;
}

}  // namespace grundy::session
