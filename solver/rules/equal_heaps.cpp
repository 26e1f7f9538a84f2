#include "rules/equal_heaps.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace grundy::rules {
namespace {

Condition has_remainder(const Expression& count, std::int64_t remainder) {
  if (count.op == Expression::Op::constant)
    return count.value % 2 == remainder ? Condition() : negate(Condition());
  return compare(Condition::Op::equal, {Expression::Op::modulo, 0, {count, constant(2)}},
                 constant(remainder));
}

OptionRule with(OptionRule rule, Condition condition) {
  rule.when = join(Condition::Op::all_of, {std::move(rule.when), std::move(condition)});
  return rule;
}

// There is no option if any summand is outside the ranges of coordinates.
Condition is_in_range(const Rules& rules, const std::vector<Expression>& summand) {
  std::vector<Condition> all;
  for (std::size_t axis = 0; axis < summand.size(); ++axis) {
    const Coordinate& range = rules.coordinates[axis];
    all.push_back(compare(Condition::Op::greater_equal, summand[axis], constant(range.low)));
    if (range.high)
      all.push_back(compare(Condition::Op::less_equal, summand[axis], constant(*range.high)));
  }
  return join(Condition::Op::all_of, std::move(all));
}

// The rule without the summand, which no stretch needs.
OptionRule without_summand(const Rules& rules, OptionRule rule, std::size_t summand) {
  rule = with(rule, is_in_range(rules, rule.summands[summand]));
  rule.summands.erase(rule.summands.begin() + static_cast<std::ptrdiff_t>(summand));
  for (Stretch& stretch : rule.stretches) {
    stretch.first -= stretch.first > summand ? 1 : 0;
    stretch.last -= stretch.last > summand ? 1 : 0;
  }
  return rule;
}

void add(const Rules& rules, OptionRule rule, std::vector<OptionRule>& all) {
  const auto equal = std::ranges::find_if(rule.stretches, &Stretch::repeats);
  if (equal == rule.stretches.end()) {
    if (!is_false(rule.when)) all.push_back(std::move(rule));
    return;
  }
  const Stretch stretch = *equal;
  rule.stretches.erase(equal);
  add(rules, with(rule, has_remainder(stretch.count, 1)), all);
  rule = with(std::move(rule), has_remainder(stretch.count, 0));
  add(rules, without_summand(rules, std::move(rule), stretch.first), all);
}

}  // namespace

Rules without_equal_heaps(Rules rules, Convention convention) {
  const auto is_won = [](const Ending& ending) { return ending.outcome == Outcome::N; };
  if (convention == Convention::misere || !rules.has_stretches() ||
      std::ranges::any_of(rules.endings, is_won))
    return rules;
  std::vector<OptionRule> all;
  for (OptionRule& rule : rules.options) add(rules, std::move(rule), all);
  rules.options = std::move(all);
  return rules;
}

}  // namespace grundy::rules
