#include "plan/recognise.hpp"

#include <algorithm>

#include "rules/polynomial.hpp"

namespace grundy::plan {

using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

bool always_true(const rules::Condition& condition) {
  return condition.op == rules::Condition::Op::all_of &&
         std::all_of(condition.parts.begin(), condition.parts.end(), always_true);
}

namespace {

bool runs_from_one(const rules::Binder& binder) {
  return !binder.set && !binder.high && Polynomial(binder.low).as_constant() == 1;
}

}  // namespace

std::optional<std::size_t> full_ray_axis(const Rules& rules, const OptionRule& rule) {
  if (rule.binders.size() != 1 || !runs_from_one(rule.binders[0]) || !always_true(rule.when) ||
      rule.summands.size() != 1)
    return std::nullopt;
  std::optional<std::size_t> moving;
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial fall = Polynomial(rules::variable(axis)) - Polynomial(rule.summands[0][axis]);
    if (fall.terms().empty()) continue;
    if (moving || fall != Polynomial(rules::variable(rules.dimensions()))) return std::nullopt;
    moving = axis;
  }
  return moving;
}

std::optional<std::size_t> section_axis(const Rules& rules) {
  std::optional<std::size_t> last;
  if (!rules.endings.empty()) return last;
  for (const OptionRule& rule : rules.options)
    if (const auto axis = full_ray_axis(rules, rule)) last = std::max(last.value_or(0), *axis);
  return last;
}

}  // namespace grundy::plan
