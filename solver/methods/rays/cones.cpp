#include "methods/rays/cones.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "rules/proofs/polynomial.hpp"

namespace grundy::ray {
namespace {

using family::Direction;
using rules::Condition;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
// Sums of smaller coefficients do not overflow.
constexpr std::int64_t too_large = std::int64_t{1} << 40;

// By how much each binder lowers its coordinate. The variable of a binder stands for that amount
// from now on.
struct Amounts {
  std::vector<std::size_t> axes;    // by binder
  std::vector<Polynomial> binders;  // by what the rule has them
  std::vector<bool> may_be_zero;    // else they are 1 or more

  Variable variable(const Rules& rules, std::size_t binder) const {
    return rules.dimensions() + binder;
  }
};

// The only binder that a fall mentions, and no other one.
std::optional<std::size_t> only_binder(const Rules& rules, const OptionRule& rule,
                                       const Polynomial& fall) {
  std::optional<std::size_t> only;
  for (std::size_t binder = 0; binder < rule.binders.size(); ++binder)
    if (fall.mentions(rules.dimensions() + binder)) {
      if (only) return std::nullopt;
      only = binder;
    }
  return only;
}

// Every binder lowers one coordinate, and each coordinate stays or is lowered by one binder.
std::optional<Amounts> amounts_of(const Rules& rules, const OptionRule& rule) {
  Amounts amounts{std::vector<std::size_t>(rule.binders.size(), rules.dimensions()),
                  std::vector<Polynomial>(rule.binders.size()),
                  {}};
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial fall = Polynomial(rules::variable(axis)) - Polynomial(rule.summands[0][axis]);
    if (fall.terms().empty()) continue;
    const auto binder = only_binder(rules, rule, fall);
    if (!binder || amounts.axes[*binder] != rules.dimensions()) return std::nullopt;
    const Variable variable = amounts.variable(rules, *binder);
    const auto parts = fall.split(variable);
    const auto sign = parts ? parts->coefficient.as_constant() : std::nullopt;
    if (!sign || (*sign != 1 && *sign != -1)) return std::nullopt;
    // fall = rest + sign * binder, so the binder is sign * (fall - rest).
    amounts.axes[*binder] = axis;
    amounts.binders[*binder] =
        Polynomial(*sign) * (Polynomial(rules::variable(variable)) - parts->rest);
  }
  const auto idle = [&](std::size_t axis) { return axis == rules.dimensions(); };
  if (std::ranges::any_of(amounts.axes, idle)) return std::nullopt;
  return amounts;
}

// In terms of amounts.
std::optional<Polynomial> in_amounts(const Rules& rules, const Amounts& amounts,
                                     std::optional<Polynomial> polynomial) {
  for (std::size_t binder = 0; polynomial && binder < amounts.binders.size(); ++binder)
    polynomial = polynomial->substitute(amounts.variable(rules, binder), amounts.binders[binder]);
  return polynomial;
}

// Takes note of one end of a binder, where `room` is what keeps it within that end: 0 or more. True
// if all that says is that the amount is at least 0, or at least 1, or at most what its coordinate
// has.
bool is_natural_end(const Rules& rules, Amounts& amounts, std::size_t binder,
                    const Polynomial& room) {
  const auto in_terms = in_amounts(rules, amounts, room);
  const auto parts = in_terms ? in_terms->split(amounts.variable(rules, binder)) : std::nullopt;
  const auto sign = parts ? parts->coefficient.as_constant() : std::nullopt;
  if (sign == 1) {
    const auto least = parts->rest.as_constant();  // the amount is at least -least
    if (least != 0 && least != -1) return false;
    amounts.may_be_zero[binder] = least == 0;
    return true;
  }
  if (sign != -1) return false;
  const std::size_t axis = amounts.axes[binder];
  const auto spare =
      (parts->rest - Polynomial(rules::variable(axis)) + Polynomial(rules.coordinates[axis].low))
          .as_constant();
  return spare && *spare >= 0;
}

// No binder has ends but the natural ones, and each is kept from raising its coordinate.
bool have_natural_ends(const Rules& rules, const OptionRule& rule, Amounts& amounts) {
  amounts.may_be_zero.assign(rule.binders.size(), false);
  for (std::size_t i = 0; i < rule.binders.size(); ++i) {
    const rules::Binder& binder = rule.binders[i];
    const Polynomial value(rules::variable(amounts.variable(rules, i)));
    const bool is_what_is_left =
        amounts.binders[i].split(amounts.variable(rules, i))->coefficient.as_constant() == -1;
    if (is_what_is_left && !binder.high) return false;
    if (!is_natural_end(rules, amounts, i, value - Polynomial(binder.low))) return false;
    if (binder.high && !is_natural_end(rules, amounts, i, Polynomial(*binder.high) - value))
      return false;
  }
  return true;
}

// What an expression can be: low .. high, where `endless` and -endless are no ends.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Which amounts are positive, by binder; the others are 0.
using Pattern = std::vector<bool>;

// Of a sum of products of amounts; nothing if there is something else in it.
std::optional<Range> range_of(const Rules& rules, const Polynomial& polynomial,
                              const Pattern& positive) {
  Range range;
  bool unbounded_below = false;
  bool unbounded_above = false;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (coefficient <= -too_large || coefficient >= too_large) return std::nullopt;
    bool zero = false;
    for (const rules::Expression& atom : monomial) {
      if (atom.op != rules::Expression::Op::variable ||
          static_cast<Variable>(atom.value) < rules.dimensions())
        return std::nullopt;
      zero = zero || !positive[static_cast<Variable>(atom.value) - rules.dimensions()];
    }
    if (zero) continue;
    // The product is 1 or more, however large.
    range.low += coefficient;
    range.high += coefficient;
    if (monomial.empty()) continue;
    (coefficient > 0 ? unbounded_above : unbounded_below) = true;
  }
  if (unbounded_below) range.low = -endless;
  if (unbounded_above) range.high = endless;
  return range;
}

// Whether left - right, which is in this range, makes the comparison true or false for certain.
std::optional<bool> decided(Condition::Op op, const Range& range) {
  using Op = Condition::Op;
  const auto negated = [](std::optional<bool> said) {
    return said ? std::optional(!*said) : std::nullopt;
  };
  switch (op) {
    case Op::less:
      if (range.high < 0) return true;
      return range.low >= 0 ? std::optional(false) : std::nullopt;
    case Op::less_equal:
      if (range.high <= 0) return true;
      return range.low > 0 ? std::optional(false) : std::nullopt;
    case Op::equal:
      if (range.low == 0 && range.high == 0) return true;
      return range.low > 0 || range.high < 0 ? std::optional(false) : std::nullopt;
    case Op::greater:
      return negated(decided(Op::less_equal, range));
    case Op::greater_equal:
      return negated(decided(Op::less, range));
    default:
      return negated(decided(Op::equal, range));
  }
}

std::optional<bool> holds(const Rules& rules, const Amounts& amounts, const Condition& condition,
                          const Pattern& positive) {
  using Op = Condition::Op;
  if (condition.sides.size() == 2) {
    const auto difference =
        in_amounts(rules, amounts, Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]));
    const auto range = difference ? range_of(rules, *difference, positive) : std::nullopt;
    return range ? decided(condition.op, *range) : std::nullopt;
  }
  bool open = false;
  for (const Condition& part : condition.parts) {
    const auto said = holds(rules, amounts, part, positive);
    if (condition.op == Op::negation) return said ? std::optional(!*said) : std::nullopt;
    if (said == (condition.op == Op::any_of)) return said;
    open = open || !said;
  }
  return open ? std::nullopt : std::optional(condition.op == Op::all_of);
}

}  // namespace

std::vector<Direction> cones_of(const Rules& rules, const OptionRule& rule) {
  const auto has_set = [](const rules::Binder& binder) { return binder.set.has_value(); };
  if (rule.summands.size() != 1 || rule.binders.empty() ||
      std::ranges::any_of(rule.binders, has_set))
    return {};
  auto amounts = amounts_of(rules, rule);
  if (!amounts || !have_natural_ends(rules, rule, *amounts)) return {};
  std::vector<Direction> cones;
  for (std::size_t bits = 0; bits < std::size_t{1} << rule.binders.size(); ++bits) {
    Pattern positive;
    Direction cone(rules.dimensions(), 0);
    bool possible = true;
    for (std::size_t binder = 0; binder < rule.binders.size(); ++binder) {
      positive.push_back(bits >> binder & 1);
      possible = possible && (positive[binder] || amounts->may_be_zero[binder]);
      cone[amounts->axes[binder]] = positive[binder] ? 1 : 0;
    }
    if (!possible) continue;
    const auto said = holds(rules, *amounts, rule.when, positive);
    if (!said || (bits == 0 && *said)) return {};
    if (*said) cones.push_back(std::move(cone));
  }
  return cones;
}

}  // namespace grundy::ray
