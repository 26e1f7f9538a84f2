#include "rules/language/where.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rules/expression.hpp"
#include "rules/membership.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/substitute.hpp"

namespace grundy::rules {
namespace {

std::vector<Condition> parts_of(const Condition& condition) {
  if (condition.op == Condition::Op::all_of) return condition.parts;
  return {condition};
}

constexpr std::uint64_t usually_compared = 1000;  // tuples
constexpr std::uint64_t most_compared = 1'000'000;
constexpr std::int64_t largest_constant = 1'000'000;
constexpr std::uint64_t part_for_a_comparison = 8;  // of the steps that are left for proofs

Membership members(const Rules& rules, const Condition& condition) {
  Rules probe;
  probe.coordinates = rules.coordinates;
  probe.where = condition;
  return Membership(probe);
}

// The largest constant of comparisons with at most two coordinates; nothing if there are others.
std::optional<std::int64_t> largest_of(const Condition& condition) {
  std::int64_t most = 0;
  for (const Condition& part : condition.parts) {
    const auto of_part = largest_of(part);
    if (!of_part) return std::nullopt;
    most = std::max(most, *of_part);
  }
  if (condition.sides.size() != 2) return most;
  const Polynomial difference = Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]);
  std::size_t coordinates = 0;
  for (const auto& [monomial, coefficient] : difference.terms()) {
    if (monomial.empty()) {
      if (coefficient > largest_constant || coefficient < -largest_constant) return std::nullopt;
      most = std::max(most, std::abs(coefficient));
      continue;
    }
    const bool is_coordinate = monomial.size() == 1 && monomial[0].op == Expression::Op::variable;
    if (!is_coordinate || std::abs(coefficient) != 1 || ++coordinates > 2) return std::nullopt;
  }
  return most;
}

// The extent of a box that has a tuple of which the condition holds, if there is any.
std::optional<std::int64_t> deciding_extent(const Rules& rules, const Condition& condition) {
  auto constant = largest_of(condition);
  if (!constant) return std::nullopt;
  for (const Coordinate& range : rules.coordinates) {
    const std::int64_t size = range.high ? *range.high - range.low : 0;
    if (range.low > largest_constant || range.low < -largest_constant || size > largest_constant)
      return std::nullopt;
    *constant = std::max(*constant + 2 * std::abs(range.low), size);
  }
  return 2 * static_cast<std::int64_t>(rules.dimensions()) * (*constant + 1) + 1;
}

bool fits(const Rules& rules, std::int64_t extent, std::uint64_t tuples) {
  return rules.low_box(extent).volume().value_or(tuples + 1) <= tuples;
}

}  // namespace

Difference difference(const Rules& rules, const Condition& a, const Condition& b) {
  Difference found;
  std::int64_t extent = 2;
  while (fits(rules, extent + 1, usually_compared) &&
         extent < static_cast<std::int64_t>(usually_compared))
    ++extent;
  try {
    const auto deciding = deciding_extent(rules, join(Condition::Op::all_of, {a, b}));
    found.is_decided = deciding && fits(rules, *deciding, most_compared);
    if (found.is_decided) extent = std::max(extent, *deciding);
  } catch (const std::overflow_error&) {
    found.is_decided = false;
  }
  const Membership one = members(rules, a);
  const Membership other = members(rules, b);
  const Box box = rules.low_box(extent);
  for (std::uint64_t rank = 0; rank < *box.volume() && !found.tuple; ++rank)
    if (const Position tuple = box.position(rank); one.has(tuple) != other.has(tuple))
      found.tuple = tuple;
  return found;
}

Condition compared_with_zero(const Condition& condition) {
  Condition made = condition;
  for (Condition& part : made.parts) part = compared_with_zero(part);
  if (condition.sides.size() != 2) return made;
  try {
    const Polynomial difference = Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]);
    const bool is_unsigned =
        condition.op == Condition::Op::equal || condition.op == Condition::Op::not_equal;
    made.sides = {difference.expression(), constant(0)};
    if (!is_unsigned) return made;
    Condition other = made;
    other.sides[0] = (Polynomial() - difference).expression();
    return {Condition::Op::any_of, {}, {std::move(made), std::move(other)}};
  } catch (const std::overflow_error&) {
    return condition;
  }
}

namespace {

// left >= right + gap wherever the facts hold: of least and greatest numbers one by one, of others
// by a linear program.
bool is_at_least(Facts& facts, const Expression& left, const Expression& right, std::int64_t gap) {
  using Of = Expression::Op;
  const auto left_is = [&](const Expression& part) { return is_at_least(facts, part, right, gap); };
  const auto right_is = [&](const Expression& part) { return is_at_least(facts, left, part, gap); };
  if (left.op == Of::minimum) return std::ranges::all_of(left.arguments, left_is);
  if (right.op == Of::maximum) return std::ranges::all_of(right.arguments, right_is);
  if (right.op == Of::minimum && std::ranges::any_of(right.arguments, right_is)) return true;
  if (left.op == Of::maximum && std::ranges::any_of(left.arguments, left_is)) return true;
  const auto least = facts.lower(Polynomial(left) - Polynomial(right));
  return least && *least >= gap;
}

// Whether the comparison holds at every option of the rule.
bool follows(const Rules& rules, const OptionRule& rule, const Condition& comparison) {
  using Is = Condition::Op;
  if (comparison.sides.size() != 2) return false;
  const Expression& left = comparison.sides[0];
  const Expression& right = comparison.sides[1];
  try {
    const Effort effort;
    const Effort::Share share(part_for_a_comparison);
    Facts facts(rules, rule, Region::everything(rules));
    if (facts.impossible()) return false;
    switch (comparison.op) {
      case Is::greater_equal:
        return is_at_least(facts, left, right, 0);
      case Is::greater:
        return is_at_least(facts, left, right, 1);
      case Is::less_equal:
        return is_at_least(facts, right, left, 0);
      case Is::less:
        return is_at_least(facts, right, left, 1);
      default:
        return false;
    }
  } catch (const EffortSpent&) {
    return false;
  } catch (const std::overflow_error&) {
    return false;
  }
}

// Adds what the condition does not say yet.
void say_once(Condition& condition, Condition part) {
  const std::vector<Condition> said = parts_of(condition);
  if (std::ranges::find(said, part) == said.end())
    condition = join(Condition::Op::all_of, {std::move(condition), std::move(part)});
}

// What `where` asks of the positions that a rule leaves and that is no matter of course. Chomp's
// rows stay in order however they are bitten, and to test that for each option takes longer than to
// look at it.
void ask_of_summands(const Rules& rules, OptionRule& rule) {
  for (const auto& summand : rule.summands)
    for (Condition& part : parts_of(at(rules.where, summand)))
      if (!follows(rules, rule, part)) say_once(rule.when, std::move(part));
}

}  // namespace

void write_where(Rules& rules) {
  if (is_true(rules.where)) return;
  for (OptionRule& rule : rules.options) {
    Condition all = rules.where;
    for (Condition& part : parts_of(rule.when)) say_once(all, std::move(part));
    rule.when = std::move(all);
    ask_of_summands(rules, rule);
  }
  std::erase_if(rules.options, [](const OptionRule& rule) { return is_false(rule.when); });
}

}  // namespace grundy::rules
