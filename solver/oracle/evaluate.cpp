#include "oracle/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace grundy::oracle {
namespace {

using rules::Condition;
using rules::Expression;
using Integer = std::int64_t;

// Rounds towards minus infinity.
Integer floor_divide(Integer a, Integer b) {
  const Integer quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<Integer> divide(Expression::Op op, Integer a, Integer b) {
  if (b == 0 || (b == -1 && a == std::numeric_limits<Integer>::min())) return std::nullopt;
  const Integer quotient = floor_divide(a, b);
  if (op == Expression::Op::floor_divide) return quotient;
  const Integer rest = a - b * quotient;  // has the sign of b
  if (op == Expression::Op::modulo) return rest;
  return rest == 0 ? quotient : quotient + 1;
}

std::optional<Integer> apply(Expression::Op op, Integer a, Integer b) {
  Integer result = 0;
  switch (op) {
    case Expression::Op::add:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Expression::Op::subtract:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Expression::Op::multiply:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Expression::Op::minimum:
      return std::min(a, b);
    case Expression::Op::maximum:
      return std::max(a, b);
    default:
      return divide(op, a, b);
  }
}

bool compare(Condition::Op op, Integer a, Integer b) {
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

Result<bool> holds_comparison(const Condition& condition, Variables variables,
                              const FunctionValues& further) {
  const auto left = evaluate(condition.sides[0], variables, further);
  if (!left) return left.error();
  const auto right = evaluate(condition.sides[1], variables, further);
  if (!right) return right.error();
  return compare(condition.op, *left, *right);
}

// Whether some part is `wanted`; parts are evaluated in order until one is.
Result<bool> some_part_is(bool wanted, const Condition& condition, Variables variables,
                          const FunctionValues& further) {
  for (const Condition& part : condition.parts) {
    const auto answer = holds(part, variables, further);
    if (!answer || *answer == wanted) return answer ? Result<bool>(true) : answer;
  }
  return false;
}

Result<bool> opposite(Result<bool> answer) {
  return answer ? Result<bool>(!*answer) : answer;
}

}  // namespace

Result<std::int64_t> evaluate(const Expression& expression, Variables variables,
                              const FunctionValues& further) {
  if (expression.op == Expression::Op::constant) return expression.value;
  if (expression.op == Expression::Op::variable) {
    const auto number = static_cast<rules::Variable>(expression.value);
    return number < variables.size() ? variables[number] : further(number);
  }
  auto total = evaluate(expression.arguments[0], variables, further);
  for (std::size_t i = 1; total && i < expression.arguments.size(); ++i) {
    const auto next = evaluate(expression.arguments[i], variables, further);
    if (!next) return next;
    const auto result = apply(expression.op, *total, *next);
    if (!result)
      return Error{Errc::rules, fmt::format("the numbers {} and {} cannot be combined: the result "
                                            "does not fit 64 bits or divides by zero",
                                            *total, *next)};
    total = *result;
  }
  return total;
}

Result<bool> holds(const Condition& condition, Variables variables, const FunctionValues& further) {
  switch (condition.op) {
    case Condition::Op::all_of:
      return opposite(some_part_is(false, condition, variables, further));
    case Condition::Op::any_of:
      return some_part_is(true, condition, variables, further);
    case Condition::Op::negation:
      return opposite(holds(condition.parts[0], variables, further));
    default:
      return holds_comparison(condition, variables, further);
  }
}

namespace {

using Integer = std::int64_t;

// Steps downwards, so nothing overflows.
bool is_fibonacci(Integer number) {
  Integer a = 4'660'046'610'375'530'309;  // the last two of 64 bits
  Integer b = 7'540'113'804'746'346'429;
  while (b > number) {
    const Integer before = b - a;
    b = a;
    a = before;
  }
  return b == number;
}

bool is_square(Integer number) {
  Integer root = 1, most = 3'037'000'499;  // whose square is the last of 64 bits
  while (root < most) {
    const Integer middle = (root + most) / 2;
    if (middle * middle < number)
      root = middle + 1;
    else
      most = middle;
  }
  return root * root == number;
}

bool is_factorial(Integer number) {
  Integer rest = number;
  for (Integer factor = 2; rest > 1; ++factor) {
    if (rest % factor != 0) return false;
    rest /= factor;
  }
  return true;
}

bool is_prime(Integer number) {
  for (Integer divisor = 2; divisor <= number / divisor; ++divisor)
    if (number % divisor == 0) return false;
  return number >= 2;
}

bool is_power(Integer base, Integer number) {
  while (number % base == 0) number /= base;
  return number == 1;
}

}  // namespace

bool is_member(const rules::NumberSet& set, Integer number) {
  using Kind = rules::NumberSet::Kind;
  if (set.kind == Kind::listed)
    return std::find(set.listed.begin(), set.listed.end(), number) != set.listed.end();
  if (number < 1) return false;
  switch (set.kind) {
    case Kind::odd:
      return number % 2 == 1;
    case Kind::even:
      return number % 2 == 0;
    case Kind::fibonacci:
      return is_fibonacci(number);
    case Kind::squares:
      return is_square(number);
    case Kind::factorials:
      return is_factorial(number);
    case Kind::primes:
      return is_prime(number);
    default:
      return is_power(set.base, number);
  }
}

}  // namespace grundy::oracle
