#include "session/table_moves.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plan/memory.hpp"
#include "query/table_source.hpp"
#include "rules/parameter_text.hpp"
#include "rules/parser.hpp"

namespace grundy::session {
namespace {

Error corrupt(std::string_view reason) {
  return {Errc::corrupt, fmt::format("the table's rules: {}", reason)};
}

Result<rules::Rules> rules_of(const table::TableSpec& spec, const rules::Parameters& parameters) {
  auto games = rules::parse(spec.rules, "rules", parameters);
  if (!games) return corrupt(games.error().message);
  if (games->size() != 1 || games->front().coordinate_names() != spec.coordinates)
    return corrupt(fmt::format("not those of one game with the coordinates ({})",
                               fmt::join(spec.coordinates, ", ")));
  return std::move(games->front());
}

// Those of the table that are not the rules' own, so that an expression need not say the others.
Result<rules::Parameters> given_parameters(const table::TableSpec& spec,
                                           const rules::Parameters& defaults) {
  rules::Parameters given;
  for (const auto& [name, text] : spec.parameters) {
    auto parameter = rules::parse_override(fmt::format("{}={}", name, text));
    if (!parameter) return corrupt(parameter.error().message);
    const auto own = defaults.find(name);
    if (own == defaults.end() || own->second != parameter->second) given.insert(*parameter);
  }
  return given;
}

}  // namespace

Result<std::shared_ptr<const query::Game>> game_of(const table::TableSpec& spec) {
  const auto plain = rules_of(spec, {});
  if (!plain) return plain.error();
  const auto given = given_parameters(spec, plain->parameters);
  if (!given) return given.error();
  auto rules = rules_of(spec, *given);
  if (!rules) return rules.error();
  return std::make_shared<const query::Game>(
      spec.game, *given, std::make_shared<const rules::Rules>(*std::move(rules)));
}

Result<TableMoves> moves_from(const std::shared_ptr<const query::Game>& game,
                              const std::shared_ptr<const table::Values>& values,
                              const Position& position, const std::atomic<bool>* stop) {
  // Says what is wrong with a position outside.
  if (const auto known = values->at(Quantity::outcome, position); !known) return known.error();
  auto sum = query::Sum::of({query::Term{game, position}});
  if (!sum) return sum.error();
  lazy::SearchLimits limits;
  limits.bytes = plan::available_memory();
  limits.stop = stop;
  query::Evaluator evaluator(std::move(limits));
  evaluator.add_source(std::make_unique<query::TableSource>(values));
  auto moves = evaluator.moves(*sum, values->info().spec.convention);
  if (!moves) return moves.error();
  return TableMoves{*std::move(sum), *std::move(moves)};
}

}  // namespace grundy::session
