// What linear facts are made of expressions that are not linear, for rules/proofs/bounds.hpp.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "rules/proofs/bounds.hpp"

namespace grundy::rules {
namespace {

using Op = Expression::Op;

}  // namespace

void Facts::describe_atom(const Expression& atom) {
  const Polynomial self(atom);
  std::vector<Polynomial> arguments(atom.arguments.begin(), atom.arguments.end());
  switch (atom.op) {
    case Op::minimum:
      for (const Polynomial& argument : arguments) add_inequality(argument - self);
      return;
    case Op::maximum:
      for (const Polynomial& argument : arguments) add_inequality(self - argument);
      return;
    case Op::modulo:
      if (const Interval divisor = range(atom.arguments[1]); divisor.low && *divisor.low >= 1) {
        add_inequality(arguments[1] - self - Polynomial(1));
        if (const Interval dividend = range(atom.arguments[0]); dividend.low && *dividend.low >= 0)
          add_inequality(arguments[0] - self);
      }
      return;
    case Op::floor_divide:
    case Op::ceil_divide: {
      const bool up = atom.op == Op::ceil_divide;
      const Interval dividend = range(atom.arguments[0]);
      const Interval divisor = range(atom.arguments[1]);
      if (!divisor.low || *divisor.low < 1) return;
      const bool fixed = divisor.high == divisor.low;
      if (!fixed && (!dividend.low || *dividend.low < 0)) return;
      const std::int64_t least = *divisor.low;
      add_inequality(arguments[0] + Polynomial(up ? least - 1 : 0) - Polynomial(least) * self);
      if (divisor.high) {
        const std::int64_t most = *divisor.high;
        add_inequality(Polynomial(most) * self - arguments[0] + Polynomial(up ? 0 : most - 1));
      }
      return;
    }
    case Op::bit_and:
      return describe_bits(atom, self);
    case Op::bit_or:
    case Op::bit_xor: {
      // a or b = a + b - (a and b), and a xor b = a + b - 2 (a and b).
      const Polynomial both({Op::bit_and, 0, atom.arguments});
      const Polynomial rest =
          arguments[0] + arguments[1] - self - (atom.op == Op::bit_or ? both : both + both);
      add_inequality(rest);
      add_inequality(Polynomial(0) - rest);
      return;
    }
    case Op::power:
      // b^e >= e + 1, and b^e >= 2 e.
      if (const Interval exponent = range(atom.arguments[1]);
          exponent.low && *exponent.low >= 0 && atom.arguments[0].value >= 2) {
        add_inequality(self - arguments[1] - Polynomial(1));
        add_inequality(self - arguments[1] - arguments[1]);
        describe_shift(atom, self);
      }
      return;
    case Op::popcount:
      add_inequality(arguments[0] - self);
      return;
    case Op::gcd:
      for (std::size_t i = 0; i < 2; ++i)
        if (const Interval of = range(atom.arguments[i]); of.low && *of.low >= 1)
          add_inequality(arguments[i] - self);
      return;
    default:
      return;
  }
}

// b^(e + c) is b^c times b^e where e is not negative.
void Facts::describe_shift(const Expression& power, const Polynomial& self) {
  const Polynomial exponent(power.arguments[1]);
  const auto shift = exponent.terms().find({});
  if (shift == exponent.terms().end() || shift->second < 1) return;
  const Expression rest = (exponent - Polynomial(shift->second)).expression();
  const auto factor = calculate(power, std::array{power.arguments[0].value, shift->second});
  if (const Interval of = range(rest); !factor || !of.low || *of.low < 0) return;
  const Polynomial less =
      self - Polynomial(*factor) * Polynomial(Expression{Op::power, 0, {power.arguments[0], rest}});
  add_inequality(less);
  add_inequality(Polynomial(0) - less);
}

// Numbers that are not negative have all bits that they have in common with others. If two have bit
// number k, what they have in common is at least 2^k.
void Facts::describe_bits(const Expression& atom, const Polynomial& self) {
  for (const Expression& argument : atom.arguments)
    if (const Interval of = range(argument); of.low && *of.low >= 0)
      add_inequality(Polynomial(argument) - self);
  for (std::size_t i = 0; i < rule_->binders.size(); ++i) {
    const Expression bit = variable(variable_of(i));
    if (const Interval of = range(bit); !of.low || *of.low < 0) continue;
    if (std::ranges::all_of(atom.arguments,
                            [&](const Expression& argument) { return has_bit(argument, bit); }))
      add_inequality(self - Polynomial(Expression{Op::power, 0, {constant(2), bit}}));
  }
}

// Whether the number is known to have the bit of this number.
bool Facts::has_bit(const Expression& of, const Expression& bit) {
  const Expression power{Op::power, 0, {constant(2), bit}};
  if (of == power) return true;
  if (of.op == Op::bit_or)
    return std::ranges::any_of(of.arguments, [&](const Expression& e) { return has_bit(e, bit); });
  if (of.op == Op::element && of.arguments[0] == bit) {
    const auto members = of.array.members();
    const Interval index = range(bit);
    if (!index.low || *index.low < 0 || !index.high ||
        std::cmp_greater_equal(*index.high, std::min<std::size_t>(members.size(), 63)))
      return false;
    for (auto k = *index.low; k <= *index.high; ++k)
      if ((members[static_cast<std::size_t>(k)] >> k & 1) == 0) return false;
    return true;
  }
  const auto known = std::ranges::find(set_bits_, of, &SetBits::number);
  return known != set_bits_.end() &&
         std::ranges::find(known->exponents, bit) != known->exponents.end();
}

// For left in [a, b] and right in [c, d] the products of (left - a), (b - left) with
// (right - c), (d - right) are not negative.
void Facts::describe_product(const Polynomial::Monomial& monomial) {
  const Polynomial::Monomial tail(monomial.begin() + 1, monomial.end());
  const Polynomial left(monomial[0]);
  Polynomial right = Polynomial(1);
  for (const Expression& atom : tail) right = right * Polynomial(atom);
  const Interval x = range(monomial[0]);
  const Interval y = range(tail);
  std::vector<Polynomial> left_sides;
  std::vector<Polynomial> right_sides;
  if (x.low) left_sides.push_back(left - Polynomial(*x.low));
  if (x.high) left_sides.push_back(Polynomial(*x.high) - left);
  if (y.low) right_sides.push_back(right - Polynomial(*y.low));
  if (y.high) right_sides.push_back(Polynomial(*y.high) - right);
  for (const Polynomial& a : left_sides)
    for (const Polynomial& b : right_sides) add_product(a, b);
  for (const Expression& atom : monomial) describe_quotient(atom);
}

// d * floor(a / d) <= a, also where d is no constant.
void Facts::describe_quotient(const Expression& atom) {
  if (atom.op != Op::floor_divide) return;
  const Polynomial divisor(atom.arguments[1]);
  const Interval of_divisor = range(atom.arguments[1]);
  if (divisor.as_constant() || !of_divisor.low || *of_divisor.low < 1) return;
  add_inequality(Polynomial(atom.arguments[0]) - divisor * Polynomial(atom));
}

void Facts::add_product(const Polynomial& a, const Polynomial& b) {
  try {
    add_inequality(a * b);
  } catch (const std::overflow_error&) {  // one fact less
  }
}

}  // namespace grundy::rules
