#include "rules/language/where.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rules/expression.hpp"
#include "rules/membership.hpp"
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

void write_where(Rules& rules) {
  if (is_true(rules.where)) return;
  for (OptionRule& rule : rules.options) {
    std::vector<Condition> all = parts_of(rules.where);
    const auto add = [&](const Condition& condition) {
      for (Condition& part : parts_of(condition))
        if (std::ranges::find(all, part) == all.end()) all.push_back(std::move(part));
    };
    add(rule.when);
    for (const auto& summand : rule.summands) add(at(rules.where, summand));
    rule.when = join(Condition::Op::all_of, std::move(all));
  }
  std::erase_if(rules.options, [](const OptionRule& rule) { return is_false(rule.when); });
}

}  // namespace grundy::rules
