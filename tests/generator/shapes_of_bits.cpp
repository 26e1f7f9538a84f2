#include <utility>

#include "generator/shapes.hpp"

namespace grundy::generator {

using Op = Number::Op;
using Kind = Binder::Kind;

namespace {

Number power_of_two(Number exponent) {
  return make(Op::power, {constant(2), std::move(exponent)});
}

}  // namespace

Rule Shapes::bits() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return offset();
  if (draw_.chance(55)) return parts_of_number(axis);
  const Number x = coordinate(axis);
  const Number y = coordinate(any_axis());
  Rule rule;
  rule.summands = {here()};
  Number& to = rule.summands[0][axis];
  switch (draw_.below(8)) {
    case 0:
      to = make(Op::bit_and, {x, y});
      break;
    case 1:
      to = make(Op::bit_or, {x, y}) - constant(draw_.between(1, 3));
      break;
    case 2:
      to = make(Op::bit_xor, {x, name("k")});
      rule.binders = {
          range("k", constant(1), draw_.chance(50) ? x : constant(draw_.between(1, 6)))};
      break;
    case 3:
      to = make(Op::bit_xor, {x, y});
      break;
    case 4:
      to = x - constant(1) - make(Op::popcount, {make(Op::maximum, {constant(0), y})});
      break;
    case 5:
      to = x - make(Op::gcd, {x, draw_.chance(50) ? y : constant(draw_.between(2, 6))});
      break;
    case 6:
      to = x - power_of_two(make(Op::modulo, {y, constant(draw_.between(2, 3))}));
      break;
    default:
      if (frame_.arrays.empty()) return function();
      to = make(Op::element, {make(Op::modulo, {y, constant(3)})});
      to.name = frame_.arrays[0];
      to = x - std::move(to);
      break;
  }
  if (draw_.chance(90)) {
    Number copy = to;
    add_condition(rule, compare(std::move(copy), "<", x));
  }
  return rule;
}

// Something about bit number k, or k + 1, of a number.
Condition Shapes::about_bit(const Number& of) {
  Number power = power_of_two(draw_.chance(50) ? name("k") : name("k") + constant(1));
  switch (draw_.below(5)) {
    case 0:
      return compare(make(Op::modulo, {make(Op::floor, {of, power}), constant(2)}), "=",
                     constant(draw_.between(0, 1)));
    case 1:
      return compare(make(Op::bit_and, {of, power}), "=", draw_.chance(50) ? power : constant(0));
    case 2:
      return compare(make(Op::bit_and, {of, power}), draw_.chance(50) ? ">" : "!=", constant(0));
    case 3:
      return compare(make(Op::modulo, {name("k"), constant(3)}), draw_.chance(50) ? "!=" : "=",
                     constant(draw_.between(0, 2)));
    default:
      return compare(name("k"), "<=", constant(draw_.between(0, 2)));
  }
}

// Takes one of the numbers that a number is made of, or something that goes by it.
Rule Shapes::parts_of_number(std::size_t axis) {
  static const std::vector<Kind> kinds{Kind::bits,    Kind::bits,     Kind::bits,
                                       Kind::subsets, Kind::divisors, Kind::prime_divisors};
  const Number x = coordinate(axis);
  Number of = draw_.chance(60) ? x : coordinate(any_axis());
  if (draw_.chance(25)) of = of + constant(draw_.between(-2, 3));
  if (draw_.chance(10)) of = constant(draw_.between(0, 12));
  Rule rule;
  rule.summands = {here()};
  Number& to = rule.summands[0][axis];
  const Kind kind = draw_.one_of(kinds);
  rule.binders = {{"k", kind, {of}, ""}};
  if (kind != Kind::bits) {
    to = x - name("k");
  } else if (!frame_.arrays.empty() && draw_.chance(30)) {
    Number element = make(Op::element, {make(Op::modulo, {name("k"), constant(3)})});
    element.name = frame_.arrays[0];
    to = x - std::move(element);
  } else if (draw_.chance(70)) {
    to = x - power_of_two(name("k"));
    if (draw_.chance(25)) to = std::move(to) - power_of_two(name("k") + constant(1));
  } else {
    to = x - constant(1) - name("k");
  }
  if (kind == Kind::bits && draw_.chance(50))
    add_condition(rule, about_bit(draw_.chance(70) ? of : x));
  if (draw_.chance(20))
    add_condition(rule, compare(name("k"), ">=", constant(draw_.between(1, 2))));
  return rule;
}

}  // namespace grundy::generator
