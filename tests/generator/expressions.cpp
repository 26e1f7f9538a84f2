#include "generator/expressions.hpp"

namespace grundy::generator {

using Op = Number::Op;

Number Expressions::variable() {
  if (!names_.binders.empty() && draw_.chance(40)) return name(draw_.one_of(names_.binders));
  return name(draw_.one_of(names_.coordinates));
}

Number Expressions::small() {
  return constant(draw_.chance(90) ? draw_.between(0, 5) : draw_.between(-4, -1));
}

Number Expressions::atom() {
  if (!names_.parameters.empty() && draw_.chance(15)) return name(draw_.one_of(names_.parameters));
  return draw_.chance(70) ? variable() : small();
}

Number Expressions::divisor() {
  if (draw_.chance(80)) return constant(draw_.between(1, 4));
  return make(Op::maximum, {constant(draw_.between(1, 2)), variable()});
}

Number Expressions::number(int depth) {
  if (depth == 0) return atom();
  switch (draw_.share({30, 14, 14, 12, 4, 7, 7, 8, 6, 6})) {
    case 1: {
      Number left = number(depth - 1);
      return std::move(left) + number(depth - 1);
    }
    case 2: {
      Number left = number(depth - 1);
      return std::move(left) - number(depth - 1);
    }
    case 3: {
      Number left = number(depth - 1);
      return std::move(left) * number(depth - 1);
    }
    case 4:
      return make(Op::negate, {number(depth - 1)});
    case 5: {
      Number above = number(depth - 1);
      return make(Op::floor, {std::move(above), divisor()});
    }
    case 6: {
      Number above = number(depth - 1);
      return make(Op::ceil, {std::move(above), divisor()});
    }
    case 7: {
      Number above = number(depth - 1);
      return make(Op::modulo, {std::move(above), divisor()});
    }
    case 8:
    case 9: {
      const Op op = draw_.chance(50) ? Op::minimum : Op::maximum;
      std::vector<Number> parts;
      for (std::int64_t i = draw_.between(2, 3); i > 0; --i) parts.push_back(number(depth - 1));
      return make(op, std::move(parts));
    }
    default:
      return atom();
  }
}

Number Expressions::disguised(Number number) {
  switch (draw_.below(7)) {
    case 0:
      return std::move(number) + constant(0);
    case 1:
      return constant(1) * std::move(number);
    case 2: {
      Number twice = number;
      return make(Op::minimum, {std::move(number), std::move(twice)});
    }
    case 3:
      return make(Op::floor, {std::move(number), constant(1)});
    case 4:
      return make(Op::negate, {make(Op::negate, {std::move(number)})});
    case 5: {
      Number other = variable();
      Number same = other;
      return (std::move(number) + std::move(other)) - std::move(same);
    }
    default:
      return make(Op::ceil, {constant(2) * std::move(number), constant(2)});
  }
}

std::string Expressions::sign() {
  static const std::vector<std::string> signs{"<", "<=", "=", "==", "!=", ">=", ">"};
  return draw_.one_of(signs);
}

Condition Expressions::comparison(int depth) {
  Number left = number(depth);
  Number right = draw_.chance(60) ? small() : number(depth);
  std::string between = sign();
  Condition result = compare(std::move(left), std::move(between), std::move(right));
  if (draw_.chance(12)) {
    result.signs.push_back(sign());
    result.numbers.push_back(draw_.chance(50) ? small() : number(1));
  }
  return result;
}

Condition Expressions::condition(int depth) {
  if (draw_.chance(7)) return settled(Condition::Truth::redundant);
  if (draw_.chance(4)) return settled(Condition::Truth::contradictory);
  if (draw_.chance(8)) return product_condition();
  if (depth == 0 || draw_.chance(50)) return comparison(static_cast<int>(draw_.below(3)));
  if (draw_.chance(30)) return join(Condition::Op::negation, {condition(depth - 1)});
  const auto op = draw_.chance(50) ? Condition::Op::all : Condition::Op::any;
  std::vector<Condition> parts;
  for (std::int64_t i = draw_.between(2, 3); i > 0; --i) parts.push_back(condition(depth - 1));
  return join(op, std::move(parts));
}

Condition Expressions::product_condition() {
  Number left = variable();
  Number right = variable();
  if (draw_.chance(25)) right = std::move(right) - constant(draw_.between(1, 2));
  if (draw_.chance(20)) right = make(Op::modulo, {std::move(right), constant(draw_.between(2, 3))});
  Number product = std::move(left) * std::move(right);
  Number other = draw_.chance(50) ? constant(draw_.between(0, 4)) : variable();
  std::string between = sign();
  if (draw_.chance(20)) return compare(std::move(other), std::move(between), std::move(product));
  return compare(std::move(product), std::move(between), std::move(other));
}

Condition Expressions::settled(Condition::Truth truth) {
  Condition condition = truth == Condition::Truth::redundant ? redundant() : contradictory();
  condition.truth = truth;
  return condition;
}

Condition Expressions::redundant() {
  Number one = variable();
  Number same = one;
  switch (draw_.below(7)) {
    case 0:
      return compare(std::move(one) - std::move(same), "<", constant(1));
    case 1:
      return compare(std::move(one), draw_.chance(50) ? "<=" : "=", std::move(same));
    case 2:
      return compare(std::move(one), ">=", constant(draw_.between(-3, 0)));
    case 3:
      return compare(constant(1), "<=", constant(draw_.between(1, 2)));
    case 4:
      return compare(make(Op::modulo, {std::move(one), constant(3)}), "<=", constant(2));
    case 5:
      return compare(std::move(one) * std::move(same), ">=", constant(0));
    default: {
      Number other = variable();
      Number least = make(Op::minimum, {one, other});
      return compare(std::move(least), "<=", std::move(one));
    }
  }
}

Condition Expressions::contradictory() {
  Number one = variable();
  Number same = one;
  switch (draw_.below(5)) {
    case 0:
      return compare(std::move(one) - std::move(same), ">=", constant(1));
    case 1:
      return compare(std::move(one), "<", std::move(same));
    case 2: {
      Condition low = compare(std::move(one), "<", constant(2));
      return join(Condition::Op::all,
                  {std::move(low), compare(std::move(same), ">", constant(draw_.between(2, 4)))});
    }
    case 3:
      return compare(constant(1), "=", constant(draw_.between(2, 3)));
    default:
      return compare(make(Op::modulo, {std::move(one), constant(2)}), "=", constant(2));
  }
}

}  // namespace grundy::generator
