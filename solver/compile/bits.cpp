#include "compile/bits.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "compile/selection.hpp"
#include "rules/expression.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::compile {
namespace {

using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Variable;
using Compare = Condition::Op;

using rules::last_bit;

// Bit number k of `of` is set, or is not.
struct BitTest {
  Expression of;
  bool is_set;
};

Expression operation(Expression::Op op, Expression left, Expression right) {
  return {op, 0, {std::move(left), std::move(right)}};
}

// The exponent of a power of 2.
std::optional<Expression> exponent_of(const Expression& power) {
  if (power.op != Expression::Op::power || power.arguments[0] != rules::constant(2))
    return std::nullopt;
  return power.arguments[1];
}

// Bit number `at` of `number`, as bit k of another one.
std::optional<BitTest> bit_of(const Expression& number, const Expression& at, Variable k,
                              bool is_set) {
  const auto shift = (Polynomial(at) - Polynomial(rules::variable(k))).as_constant();
  if (!shift || *shift < 0 || *shift > last_bit || rules::mentions(number, k)) return std::nullopt;
  if (*shift == 0) return BitTest{number, is_set};
  return BitTest{
      operation(Expression::Op::floor_divide, number, rules::constant(std::int64_t{1} << *shift)),
      is_set};
}

// floor(m / 2^k) mod 2, compared with 0 or 1.
std::optional<BitTest> quotient_test(const Isolated& found, Variable k) {
  const Expression& quotient = found.atom.arguments[0];
  const auto value = found.value.as_constant();
  if (found.atom.arguments[1] != rules::constant(2) ||
      quotient.op != Expression::Op::floor_divide || (value != 0 && value != 1) ||
      (found.op != Compare::equal && found.op != Compare::not_equal))
    return std::nullopt;
  const auto exponent = exponent_of(quotient.arguments[1]);
  if (!exponent) return std::nullopt;
  return bit_of(quotient.arguments[0], *exponent, k, (value == 1) == (found.op == Compare::equal));
}

// m band 2^k, compared with 0 or 1.
std::optional<BitTest> common_test(const Isolated& found, Variable k) {
  const auto value = found.value.as_constant();
  const bool is_set =
      (value == 0 && (found.op == Compare::not_equal || found.op == Compare::greater)) ||
      (value == 1 && found.op == Compare::greater_equal);
  const bool is_clear =
      (value == 0 && (found.op == Compare::equal || found.op == Compare::less_equal)) ||
      (value == 1 && found.op == Compare::less);
  if (!is_set && !is_clear) return std::nullopt;
  for (const std::size_t one : {0U, 1U})
    if (const auto exponent = exponent_of(found.atom.arguments[one]))
      return bit_of(found.atom.arguments[1 - one], *exponent, k, is_set);
  return std::nullopt;
}

// (m band 2^k) = 2^k
std::optional<BitTest> equal_test(const Condition& condition, Variable k) {
  if (condition.op != Compare::equal && condition.op != Compare::not_equal) return std::nullopt;
  for (const std::size_t side : {0U, 1U}) {
    const Expression& both = condition.sides[side];
    const Expression& power = condition.sides[1 - side];
    const auto exponent = exponent_of(power);
    if (both.op != Expression::Op::bit_and || !exponent) continue;
    for (const std::size_t one : {0U, 1U})
      if (both.arguments[one] == power)
        return bit_of(both.arguments[1 - one], *exponent, k, condition.op == Compare::equal);
  }
  return std::nullopt;
}

std::optional<BitTest> test_of(const Condition& condition, Variable k) {
  if (condition.sides.empty()) return std::nullopt;
  if (auto test = equal_test(condition, k)) return test;
  const auto found = isolated(condition, k);
  if (!found) return std::nullopt;
  if (found->atom.op == Expression::Op::modulo) return quotient_test(*found, k);
  return found->atom.op == Expression::Op::bit_and ? common_test(*found, k) : std::nullopt;
}

// Whether some variable stands in the expression, or the condition, for which `is_meant` holds.
template <class IsMeant>
bool mentions_some(const Expression& expression, const IsMeant& is_meant) {
  if (expression.op == Expression::Op::variable)
    return is_meant(static_cast<Variable>(expression.value));
  return std::ranges::any_of(expression.arguments, [&](const Expression& argument) {
    return mentions_some(argument, is_meant);
  });
}
template <class IsMeant>
bool mentions_some(const Condition& condition, const IsMeant& is_meant) {
  const auto mentions = [&](const auto& part) { return mentions_some(part, is_meant); };
  return std::ranges::any_of(condition.sides, mentions) ||
         std::ranges::any_of(condition.parts, mentions);
}

bool mentions(const Condition& condition, Variable variable) {
  return mentions_some(condition, [&](Variable one) { return one == variable; });
}

bool mentions_other(const Condition& condition, Variable variable) {
  return mentions_some(condition, [&](Variable one) { return one != variable; });
}

// The values of k for which a condition on k alone holds, as bits. Where it is not defined there
// is no option.
std::optional<std::int64_t> mask_of(const Condition& condition, Variable k) {
  if (mentions_other(condition, k)) return std::nullopt;
  std::int64_t mask = 0;
  for (std::int64_t value = 0; value <= last_bit; ++value) {
    const Condition there = rules::replaced(condition, rules::variable(k), rules::constant(value));
    if (is_true(there)) mask |= std::int64_t{1} << value;
  }
  return mask;
}

class Joiner {
 public:
  Joiner(const OptionRule& rule, Variable k) : k_(k) {
    if (rule.when.op == Compare::all_of)
      for (const Condition& part : rule.when.parts) read(part);
    else
      read(rule.when);
  }

  // Nothing if no bit has to be set.
  std::optional<Condition> joined() const {
    if (set_.empty()) return std::nullopt;
    Expression all = set_.front();
    for (std::size_t i = 1; i < set_.size(); ++i)
      all = operation(Expression::Op::bit_and, all, set_[i]);
    if (is_masked_) all = operation(Expression::Op::bit_and, all, rules::constant(mask_));
    for (const Expression& number : clear_)
      all =
          operation(Expression::Op::subtract, all, operation(Expression::Op::bit_and, all, number));
    const Expression power =
        operation(Expression::Op::power, rules::constant(2), rules::variable(k_));
    const Expression quotient = operation(Expression::Op::floor_divide, std::move(all), power);
    std::vector<Condition> conditions = others_;
    conditions.push_back(rules::compare(
        Compare::equal, operation(Expression::Op::modulo, quotient, rules::constant(2)),
        rules::constant(1)));
    return rules::join(Compare::all_of, std::move(conditions));
  }

 private:
  void read(const Condition& condition) {
    if (const auto test = test_of(condition, k_)) {
      (test->is_set ? set_ : clear_).push_back(test->of);
    } else if (const auto mask = mentions(condition, k_) ? mask_of(condition, k_) : std::nullopt) {
      mask_ &= *mask;
      is_masked_ = true;
    } else {
      others_.push_back(condition);
    }
  }

  Variable k_;
  std::vector<Expression> set_, clear_;
  std::int64_t mask_ = (std::int64_t{1} << (last_bit + 1)) - 1;
  bool is_masked_ = false;
  std::vector<Condition> others_;
};

// Whether the binder has no values beyond the bits of a mask.
bool is_of_bits(const rules::Binder& binder) {
  return !binder.set && binder.low.op == Expression::Op::constant && binder.low.value >= 0 &&
         binder.high && binder.high->op == Expression::Op::constant &&
         binder.high->value <= last_bit;
}

}  // namespace

OptionRule with_bits_joined(const rules::Rules& rules, const OptionRule& rule) {
  OptionRule result = rule;
  try {
    for (std::size_t binder = rule.binders.size(); binder-- > 0;)
      if (is_of_bits(rule.binders[binder]))
        if (auto when = Joiner(result, rules.dimensions() + binder).joined())
          result.when = *std::move(when);
  } catch (const std::overflow_error&) {
    return rule;
  }
  return result;
}

}  // namespace grundy::compile
