#include "rules/fold.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>
#include <utility>

namespace grundy::rules {
namespace {

using Op = Expression::Op;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}

bool is_constant(const Expression& expression) noexcept {
  return expression.op == Op::constant;
}

bool holds(Condition::Op op, std::int64_t a, std::int64_t b) noexcept {
  switch (op) {
    case Condition::Op::equal:
      return a == b;
    case Condition::Op::not_equal:
      return a != b;
    case Condition::Op::less:
      return a < b;
    case Condition::Op::less_equal:
      return a <= b;
    case Condition::Op::greater:
      return a > b;
    default:
      return a >= b;
  }
}

}  // namespace

std::optional<std::int64_t> calculate(Op op, std::int64_t a, std::int64_t b) noexcept {
  std::int64_t result = 0;
  bool overflow = false;
  switch (op) {
    case Op::add:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Op::subtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    case Op::multiply:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    case Op::floor_divide:
      result = floor_divide(a, b);
      break;
    case Op::ceil_divide:
      result = floor_divide(a, b) + (a % b != 0 ? 1 : 0);
      break;
    case Op::modulo:
      result = a % b + (a % b < 0 ? b : 0);
      break;
    case Op::minimum:
      result = std::min(a, b);
      break;
    case Op::maximum:
      result = std::max(a, b);
      break;
    case Op::constant:
    case Op::variable:
      assert(false);
  }
  if (overflow || result == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return result;
}

std::optional<Expression> combine(Op op, std::vector<Expression> arguments) {
  if (!std::all_of(arguments.begin(), arguments.end(), is_constant))
    return Expression{op, 0, std::move(arguments)};
  std::optional<std::int64_t> value = arguments.front().value;
  for (std::size_t i = 1; i < arguments.size() && value; ++i)
    value = calculate(op, *value, arguments[i].value);
  if (!value) return std::nullopt;
  return constant(*value);
}

Condition compare(Condition::Op op, Expression left, Expression right) {
  if (is_constant(left) && is_constant(right))
    return {
        holds(op, left.value, right.value) ? Condition::Op::all_of : Condition::Op::any_of, {}, {}};
  Condition result{op, {}, {}};
  result.sides.push_back(std::move(left));
  result.sides.push_back(std::move(right));
  return result;
}

Condition join(Condition::Op op, std::vector<Condition> parts) {
  const auto decisive = op == Condition::Op::all_of ? is_false : is_true;
  Condition joined{op, {}, {}};
  for (Condition& part : parts) {
    if (decisive(part)) return std::move(part);
    if (part.op == op)  // the neutral one has no parts
      std::move(part.parts.begin(), part.parts.end(), std::back_inserter(joined.parts));
    else
      joined.parts.push_back(std::move(part));
  }
  if (joined.parts.size() != 1) return joined;
  Condition only = std::move(joined.parts.front());
  return only;
}

Condition negate(Condition condition) {
  if (is_true(condition)) return {Condition::Op::any_of, {}, {}};
  if (is_false(condition)) return {Condition::Op::all_of, {}, {}};
  Condition negation{Condition::Op::negation, {}, {}};
  negation.parts.push_back(std::move(condition));
  return negation;
}

bool is_true(const Condition& condition) noexcept {
  return condition.op == Condition::Op::all_of && condition.parts.empty();
}

bool is_false(const Condition& condition) noexcept {
  return condition.op == Condition::Op::any_of && condition.parts.empty();
}

}  // namespace grundy::rules
