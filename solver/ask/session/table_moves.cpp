#include "ask/session/table_moves.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ask/value_source.hpp"
#include "base/machine.hpp"
#include "rules/language/parser.hpp"

namespace grundy::session {
namespace {

Error corrupt(std::string_view reason) {
  return {Errc::corrupt, fmt::format("the table's rules: {}", reason)};
}

Result<rules::Rules> rules_of(const table::TableSpec& spec, const rules::Parameters& parameters) {
  auto games = rules::parse(spec.rules, "rules", parameters);
  if (!games) return corrupt(games.error().message);
  if ((games->size() != 1 && !games->front().joint) ||
      games->front().coordinate_names() != spec.coordinates)
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
      query::Game{spec.game, *given, std::make_shared<const rules::Rules>(*std::move(rules))});
}

Result<std::unique_ptr<MoveFinder>> MoveFinder::of(std::shared_ptr<const table::Values> values) {
  auto game = game_of(values->info().spec);
  if (!game) return game.error();
  return std::unique_ptr<MoveFinder>(new MoveFinder(std::move(values), *std::move(game)));
}

Result<FoundMoves> MoveFinder::from(const Position& position, const std::atomic<bool>* stop) {
  // Says what is wrong with a position outside.
  if (const auto known = values_->at(Quantity::outcome, position); !known) return known.error();
  auto sum = query::Sum::of({query::Term{game_, position}});
  if (!sum) return sum.error();
  auto evaluator = take();
  evaluator->set_stop(stop);
  auto moves = evaluator->moves(*sum, values_->info().spec.convention);
  if (!moves) return moves.error();
  put_back(std::move(evaluator));
  return FoundMoves{*std::move(sum), *std::move(moves)};
}

std::unique_ptr<query::Evaluator> MoveFinder::take() {
  {
    const std::lock_guard lock(guard_);
    if (!idle_.empty()) {
      auto evaluator = std::move(idle_.back());
      idle_.pop_back();
      return evaluator;
    }
  }
  lazy::SearchLimits limits;
  limits.bytes = memory::available_memory();
  auto evaluator = std::make_unique<query::Evaluator>(std::move(limits));
  evaluator->add_source(std::make_unique<query::TableSource>(values_));
  return evaluator;
}

void MoveFinder::put_back(std::unique_ptr<query::Evaluator> evaluator) {
  const std::lock_guard lock(guard_);
  idle_.push_back(std::move(evaluator));
}

}  // namespace grundy::session
