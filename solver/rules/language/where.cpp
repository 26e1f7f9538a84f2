#include "rules/language/where.hpp"

#include <algorithm>
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

constexpr std::uint64_t most_compared = 1000;  // tuples

Membership members(const Rules& rules, const Condition& condition) {
  Rules probe;
  probe.coordinates = rules.coordinates;
  probe.where = condition;
  return Membership(probe);
}

}  // namespace

std::optional<Position> tuple_of_difference(const Rules& rules, const Condition& a,
                                            const Condition& b) {
  const Membership one = members(rules, a);
  const Membership other = members(rules, b);
  std::int64_t extent = 2;
  while (rules.low_box(extent + 1).volume().value_or(most_compared + 1) <= most_compared &&
         extent < static_cast<std::int64_t>(most_compared))
    ++extent;
  const Box box = rules.low_box(extent);
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    if (const Position tuple = box.position(rank); one.has(tuple) != other.has(tuple)) return tuple;
  return std::nullopt;
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
