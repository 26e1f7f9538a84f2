#include "compile/filters.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "compile/selection.hpp"
#include "rules/expression.hpp"

namespace grundy::compile {
namespace {

using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Variable;
using Compare = Condition::Op;
using Op = Expression::Op;

constexpr std::size_t most_gaps = 2;
constexpr std::int64_t longest_stride = std::int64_t{1} << 20;

Expression worked_out(Op op, const Polynomial& left, const Polynomial& right) {
  const auto result = rules::combine(op, {left.expression(), right.expression()});
  if (!result) throw std::overflow_error("filter");
  return *result;
}

Condition at_least(const Polynomial& large, const Polynomial& small) {
  return rules::compare(Compare::greater_equal, (large - small).expression(), rules::constant(0));
}

// The parts of a condition that must all hold.
void add_parts(const Condition& condition, std::vector<Condition>& parts) {
  if (condition.op != Compare::all_of) return parts.push_back(condition);
  for (const Condition& part : condition.parts) add_parts(part, parts);
}

class Solver {
 public:
  Solver(const rules::Rules& rules, std::vector<OptionRule>& pieces)
      : rules_(rules), pieces_(pieces) {}

  void solve(OptionRule rule, std::size_t gaps_left) {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<Condition> parts;
      add_parts(rule.when, parts);
      for (std::size_t i = 0; i < parts.size() && !changed; ++i) {
        const auto binder = last_binder(rule, parts[i]);
        if (!binder) continue;
        std::vector<Condition> others = parts;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_gap(rule, parts[i], *binder) && gaps_left > 0) {
          for (const Compare side : {Compare::less, Compare::greater})
            solve(with(rule, others, {rules::compare(side, parts[i].sides[0], parts[i].sides[1])}),
                  gaps_left - 1);
          return;
        }
        if (auto solved = solved_for(rule, parts[i], *binder, others)) {
          rule = std::move(*solved);
          changed = true;
        }
      }
    }
    pieces_.push_back(std::move(rule));
  }

 private:
  Variable variable_of(std::size_t binder) const { return rules_.dimensions() + binder; }

  std::optional<std::size_t> last_binder(const OptionRule& rule, const Condition& part) const {
    for (std::size_t binder = rule.binders.size(); binder-- > 0;)
      for (const Expression& side : part.sides)
        if (rules::mentions(side, variable_of(binder))) return binder;
    return std::nullopt;
  }

  // Only for the innermost binder: for others the test is outside the innermost loop.
  bool is_gap(const OptionRule& rule, const Condition& part, std::size_t binder) const {
    if (part.op != Compare::not_equal || binder + 1 != rule.binders.size()) return false;
    const auto sides =
        (Polynomial(part.sides[0]) - Polynomial(part.sides[1])).split(variable_of(binder));
    return sides && !sides->coefficient.terms().empty();
  }

  static OptionRule with(OptionRule rule, std::vector<Condition> others,
                         std::vector<Condition> more) {
    others.insert(others.end(), more.begin(), more.end());
    rule.when = rules::join(Compare::all_of, std::move(others));
    return rule;
  }

  std::optional<OptionRule> solved_for(const OptionRule& rule, const Condition& part,
                                       std::size_t binder,
                                       const std::vector<Condition>& others) const {
    const auto found = isolated(part, variable_of(binder));
    if (!found) return std::nullopt;
    if (found->atom.op == Op::modulo) {
      if (found->op != Compare::equal || rule.binders[binder].set) return std::nullopt;
      return rules::mentions(found->atom.arguments[1], variable_of(binder))
                 ? as_divisor(rule, *found, binder, others)
                 : in_strides(rule, *found, binder, others);
    }
    const auto plain = without_rounding(*found);
    if (!plain) return std::nullopt;
    return with(rule, others, *plain);
  }

  // x OP value, for an atom that rounds or chooses.
  static std::optional<std::vector<Condition>> without_rounding(const Isolated& found) {
    const Expression& atom = found.atom;
    const Compare op = found.op;
    const bool least = op == Compare::greater || op == Compare::greater_equal;
    const bool most = op == Compare::less || op == Compare::less_equal;
    if ((atom.op == Op::minimum && least) || (atom.op == Op::maximum && most)) {
      std::vector<Condition> all;
      for (const Expression& argument : atom.arguments)
        all.push_back(rules::compare(op, argument, found.value.expression()));
      return all;
    }
    if (atom.op != Op::floor_divide && atom.op != Op::ceil_divide) return std::nullopt;
    const auto divisor = Polynomial(atom.arguments[1]).as_constant();
    if (!divisor || *divisor < 1 || op == Compare::not_equal) return std::nullopt;
    const Polynomial dividend(atom.arguments[0]);
    const Polynomial size(*divisor);
    // The values from `low` to `high` are rounded to `at`.
    const auto low = [&](const Polynomial& at) {
      return atom.op == Op::floor_divide ? size * at : size * (at - Polynomial(1)) + Polynomial(1);
    };
    const auto high = [&](const Polynomial& at) { return low(at + Polynomial(1)) - Polynomial(1); };
    const Polynomial after = found.value + Polynomial(op == Compare::greater ? 1 : 0);
    const Polynomial before = found.value - Polynomial(op == Compare::less ? 1 : 0);
    std::vector<Condition> ends;
    if (!most) ends.push_back(at_least(dividend, low(after)));
    if (!least) ends.push_back(at_least(high(before), dividend));
    return ends;
  }

  static bool runs_over_parts(const std::vector<Condition>& conditions, Variable variable) {
    return std::ranges::any_of(conditions, [&](const Condition& condition) {
      return parts_meant(condition, variable).has_value();
    });
  }

  // X mod (k + e) = r, unless k is already known to divide something.
  std::optional<OptionRule> as_divisor(const OptionRule& rule, const Isolated& found,
                                       std::size_t binder,
                                       const std::vector<Condition>& others) const {
    const Variable variable = variable_of(binder);
    const Polynomial at{rules::variable(variable)};
    const Polynomial dividend(found.atom.arguments[0]);
    const Polynomial shift = Polynomial(found.atom.arguments[1]) - at;
    const bool is_solved = shift.terms().empty() && found.value.terms().empty();
    if (is_solved || runs_over_parts(others, variable)) return std::nullopt;
    if (shift.mentions(variable) || dividend.mentions(variable)) return std::nullopt;
    OptionRule shifted = with(
        rule, others,
        {at_least(found.value, Polynomial(0)), at_least(at + shift, found.value + Polynomial(1))});
    const Expression divides = worked_out(Op::modulo, dividend - found.value, at);
    if (!shift.terms().empty()) {
      rules::Binder& range = shifted.binders[binder];
      const Polynomial low = Polynomial(range.low) + shift;
      std::optional<Expression> high;
      if (range.high) high = (Polynomial(*range.high) + shift).expression();
      shifted = rules::replaced(shifted, rules::variable(variable), (at - shift).expression());
      shifted.binders[binder].low = low.expression();
      shifted.binders[binder].high = std::move(high);
    }
    shifted.when = rules::join(
        Compare::all_of,
        {std::move(shifted.when), rules::compare(Compare::equal, divides, rules::constant(0))});
    return shifted;
  }

  // (a k + e) mod m = r. With g = gcd(a, m) it means that g divides r - e, and it determines k
  // modulo m / g.
  std::optional<OptionRule> in_strides(const OptionRule& rule, const Isolated& found,
                                       std::size_t binder,
                                       const std::vector<Condition>& others) const {
    const Variable variable = variable_of(binder);
    if (runs_over_parts(others, variable)) return std::nullopt;
    const auto parts = Polynomial(found.atom.arguments[0]).split(variable);
    const auto factor = parts ? parts->coefficient.as_constant() : std::nullopt;
    if (!factor) return std::nullopt;
    const Polynomial modulus(found.atom.arguments[1]);
    const auto known = modulus.as_constant();
    if (known ? *known < 1 || *known > longest_stride : *factor != 1 && *factor != -1)
      return std::nullopt;
    std::vector<Condition> more{at_least(found.value, Polynomial(0)),
                                at_least(modulus, found.value + Polynomial(1))};
    Polynomial rest = found.value - parts->rest;
    Polynomial stride = modulus;
    std::int64_t inverse = *factor;
    if (known) {
      const std::int64_t common = std::gcd(*factor, *known);
      if (common > 1) {
        more.push_back(rules::compare(
            Compare::equal, worked_out(Op::modulo, rest, Polynomial(common)), rules::constant(0)));
        rest = Polynomial(worked_out(Op::floor_divide, rest, Polynomial(common)));
      }
      stride = Polynomial(*known / common);
      inverse = inverse_of(*factor / common, *known / common);
    }
    OptionRule result = with(rule, others, more);
    if (stride.as_constant() == 1) return result;
    const Polynomial first(worked_out(Op::modulo, Polynomial(inverse) * rest, stride));
    const Polynomial value = stride * Polynomial(rules::variable(variable)) + first;
    const rules::Binder& range = rule.binders[binder];
    const Expression low = worked_out(Op::ceil_divide, Polynomial(range.low) - first, stride);
    std::optional<Expression> high;
    if (range.high) high = worked_out(Op::floor_divide, Polynomial(*range.high) - first, stride);
    result = rules::replaced(result, rules::variable(variable), value.expression());
    result.binders[binder].low = low;
    result.binders[binder].high = std::move(high);
    return result;
  }

  // x with a x = 1 modulo m, for a and m without common divisor.
  static std::int64_t inverse_of(std::int64_t a, std::int64_t m) {
    const std::int64_t residue = (a % m + m) % m;
    for (std::int64_t x = 1; x < m; ++x)
      if (residue * x % m == 1) return x;
    return 0;
  }

  const rules::Rules& rules_;
  std::vector<OptionRule>& pieces_;
};

}  // namespace

std::vector<OptionRule> with_filters_solved(const rules::Rules& rules, const OptionRule& rule) {
  std::vector<OptionRule> pieces;
  try {
    Solver(rules, pieces).solve(rule, most_gaps);
  } catch (const std::overflow_error&) {
    return {rule};
  }
  return pieces;
}

namespace {

constexpr std::size_t most_pieces = 16;

bool bends(const Expression& expression, rules::Variable binder) {
  if (expression.op != Expression::Op::minimum && expression.op != Expression::Op::maximum)
    return false;
  if (expression.arguments.size() != 2) return false;
  const Polynomial difference =
      Polynomial(expression.arguments[0]) - Polynomial(expression.arguments[1]);
  return difference.mentions(binder) && difference.split(binder).has_value();
}

std::optional<Expression> find_kink(const Expression& expression, rules::Variable binder) {
  for (const Expression& argument : expression.arguments)
    if (auto kink = find_kink(argument, binder)) return kink;
  if (bends(expression, binder)) return expression;
  return std::nullopt;
}

std::optional<Expression> find_kink(const OptionRule& rule, rules::Variable binder) {
  for (const auto& summand : rule.summands)
    for (const Expression& coordinate : summand)
      if (auto kink = find_kink(coordinate, binder)) return kink;
  for (const rules::Stretch& stretch : rule.stretches)
    if (auto kink = find_kink(stretch.count, binder)) return kink;
  return std::nullopt;
}

// The rule restricted to where `op` holds between the two sides of the kink, which then is `side`.
OptionRule piece(const OptionRule& rule, const Expression& kink, Condition::Op op,
                 std::size_t side) {
  OptionRule result = rule;
  result.when = {Condition::Op::all_of, {}, {rule.when, {op, kink.arguments, {}}}};
  for (auto& summand : result.summands)
    for (Expression& coordinate : summand)
      coordinate = rules::replaced(coordinate, kink, kink.arguments[side]);
  for (rules::Stretch& stretch : result.stretches)
    stretch.count = rules::replaced(stretch.count, kink, kink.arguments[side]);
  return result;
}

void cut(const OptionRule& rule, rules::Variable binder, std::vector<OptionRule>& pieces,
         std::size_t depth) {
  const auto kink = depth == 0 ? std::nullopt : find_kink(rule, binder);
  if (!kink) {
    pieces.push_back(rule);
    return;
  }
  const std::size_t lesser = kink->op == Expression::Op::minimum ? 0 : 1;
  cut(piece(rule, *kink, Condition::Op::less_equal, lesser), binder, pieces, depth - 1);
  cut(piece(rule, *kink, Condition::Op::greater, 1 - lesser), binder, pieces, depth - 1);
}

}  // namespace

std::vector<OptionRule> without_kinks(const rules::Rules& rules, const OptionRule& rule) {
  if (rule.binders.empty()) return {rule};
  constexpr std::size_t depth = 4;
  static_assert(std::size_t{1} << depth == most_pieces);
  std::vector<OptionRule> pieces;
  cut(rule, rules.dimensions() + rule.binders.size() - 1, pieces, depth);
  return pieces;
}

}  // namespace grundy::compile
