#include "plan/rays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/recognise.hpp"
#include "rules/polynomial.hpp"

namespace grundy::plan {

using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

namespace {

// Whether k may be as large as the coordinate allows: no end, or exactly that one.
bool reaches_the_end(const Rules& rules, const rules::Binder& binder, const Direction& direction) {
  if (!binder.high) return true;
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial room =
        Polynomial(rules::variable(axis)) - Polynomial(rules.coordinates[axis].low);
    if (direction[axis] && Polynomial(*binder.high) == room) return true;
  }
  return false;
}

}  // namespace

std::optional<Direction> ray_direction(const Rules& rules, const OptionRule& rule) {
  if (rule.binders.size() != 1 || rule.binders[0].set || !always_true(rule.when) ||
      rule.summands.size() != 1 || Polynomial(rule.binders[0].low).as_constant() != 1)
    return std::nullopt;
  const Polynomial k(rules::variable(rules.dimensions()));
  Direction direction(rules.dimensions(), 0);
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial fall = Polynomial(rules::variable(axis)) - Polynomial(rule.summands[0][axis]);
    if (fall == k)
      direction[axis] = 1;
    else if (!fall.terms().empty())
      return std::nullopt;
  }
  const bool moves = std::count(direction.begin(), direction.end(), 1) > 0;
  if (!moves || !reaches_the_end(rules, rule.binders[0], direction)) return std::nullopt;
  return direction;
}

std::optional<Rays> recognise_rays(const Rules& rules, std::string& why_not) {
  Rays rays;
  for (const OptionRule& rule : rules.options) {
    auto direction = ray_direction(rules, rule);
    if (!direction) {
      why_not = fmt::format("line {} is no ray", rule.place.line);
      return std::nullopt;
    }
    if (std::find(rays.directions.begin(), rays.directions.end(), *direction) ==
        rays.directions.end())
      rays.directions.push_back(std::move(*direction));
  }
  if (rays.directions.empty()) {
    why_not = "there are no moves";
    return std::nullopt;
  }
  return rays;
}

}  // namespace grundy::plan
