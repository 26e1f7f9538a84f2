#include "oracle/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "base/value.hpp"

namespace grundy::oracle {
namespace {

using rules::Condition;
using rules::Expression;
// Numbers are of 64 bits, or of 128 where a result of 64 bits comes from larger ones.
__extension__ using Wide = __int128;  // of GCC and Clang; ISO C++ has none

template <class Integer>
constexpr Integer least = Integer{1} << (8 * sizeof(Integer) - 1);

// Rounds towards minus infinity.
template <class Integer>
Integer floor_divide(Integer a, Integer b) {
  const Integer quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

template <class Integer>
std::optional<Integer> divide(Expression::Op op, Integer a, Integer b) {
  if (b == 0 || (b == -1 && a == least<Integer>)) return std::nullopt;
  const Integer quotient = floor_divide(a, b);
  if (op == Expression::Op::floor_divide) return quotient;
  const Integer rest = a - b * quotient;  // has the sign of b
  if (op == Expression::Op::modulo) return rest;
  return rest == 0 ? quotient : quotient + 1;
}

template <class Integer>
std::optional<Integer> power(Integer base, Integer exponent) {
  if (exponent < 0) return std::nullopt;
  Integer result = 1;
  if (base == 1) return result;
  for (Integer i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;
  return result;
}

// By Euclid's algorithm; nothing where the size of a number does not fit.
template <class Integer>
std::optional<Integer> greatest_divisor(Integer a, Integer b) {
  if (a == least<Integer> || b == least<Integer>) return std::nullopt;
  Integer x = a < 0 ? -a : a;
  Integer y = b < 0 ? -b : b;
  while (y != 0) {
    const Integer rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

template <class Integer>
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
    case Expression::Op::bit_and:
      return a & b;
    case Expression::Op::bit_or:
      return a | b;
    case Expression::Op::bit_xor:
      return a ^ b;
    case Expression::Op::power:
      return power(a, b);
    case Expression::Op::gcd:
      return greatest_divisor(a, b);
    default:
      return divide(op, a, b);
  }
}

template <class Integer>
std::optional<Integer> ones(Integer number) {
  if (number < 0) return std::nullopt;
  Integer count = 0;
  for (; number > 0; number /= 2) count += number % 2;
  return count;
}

template <class Integer>
std::optional<Integer> element(const Expression& expression, Integer index) {
  const auto members = expression.array.members();
  if (index < 0 || static_cast<std::size_t>(index) >= members.size()) return std::nullopt;
  return members[static_cast<std::size_t>(index)];
}

template <class Integer>
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

// Walks trees. Numbers on the way are of the type Integer.
template <class Integer>
class Walk {
 public:
  Walk(Variables variables, const FunctionValues& further)
      : variables_(variables), further_(further) {}

  Result<Integer> number(const Expression& expression) const {
    if (expression.op == Expression::Op::constant) return Integer{expression.value};
    if (expression.op == Expression::Op::variable) return variable(expression);
    auto total = number(expression.arguments[0]);
    if (total && expression.op == Expression::Op::popcount)
      return value_or_error(ones(*total), "popcount of", *total);
    if (total && expression.op == Expression::Op::element)
      return value_or_error(element(expression, *total), "the array's number", *total);
    for (std::size_t i = 1; total && i < expression.arguments.size(); ++i) {
      const auto next = number(expression.arguments[i]);
      if (!next) return next;
      const auto result = apply(expression.op, *total, *next);
      if (!result)
        return Error{Errc::rules, fmt::format("the numbers {} and {} cannot be combined: the "
                                              "result does not fit {} bits or does not exist",
                                              *total, *next, 8 * sizeof(Integer))};
      total = *result;
    }
    return total;
  }

  Result<bool> holds(const Condition& condition) const {
    switch (condition.op) {
      case Condition::Op::all_of:
        return opposite(some_part_is(false, condition));
      case Condition::Op::any_of:
        return some_part_is(true, condition);
      case Condition::Op::negation:
        return opposite(holds(condition.parts[0]));
      default:
        return holds_comparison(condition);
    }
  }

 private:
  Result<Integer> variable(const Expression& expression) const {
    const auto v = static_cast<rules::Variable>(expression.value);
    if (v < variables_.size()) return Integer{variables_[v]};
    const auto value = further_(v);
    return value ? Result<Integer>(Integer{*value}) : value.error();
  }

  // Whether some part is `wanted`; parts are evaluated in order until one is.
  Result<bool> some_part_is(bool wanted, const Condition& condition) const {
    for (const Condition& part : condition.parts) {
      const auto answer = holds(part);
      if (!answer || *answer == wanted) return answer ? Result<bool>(true) : answer;
    }
    return false;
  }

  Result<bool> holds_comparison(const Condition& condition) const {
    const auto left = number(condition.sides[0]);
    if (!left) return left.error();
    const auto right = number(condition.sides[1]);
    if (!right) return right.error();
    return compare(condition.op, *left, *right);
  }

  static Result<Integer> value_or_error(std::optional<Integer> value, std::string_view what,
                                        Integer of) {
    if (value) return *value;
    return Error{Errc::rules, fmt::format("{} {} does not exist", what, of)};
  }

  static Result<bool> opposite(Result<bool> answer) {
    return answer ? Result<bool>(!*answer) : answer;
  }

  Variables variables_;
  const FunctionValues& further_;
};

}  // namespace

Result<std::int64_t> evaluate(const Expression& expression, Variables variables,
                              const FunctionValues& further) {
  return Walk<std::int64_t>(variables, further).number(expression);
}

Result<bool> holds(const Condition& condition, Variables variables, const FunctionValues& further) {
  return Walk<std::int64_t>(variables, further).holds(condition);
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

namespace {

using rules::Claim;

Error at(const Position& position, const std::string& what) {
  return {Errc::usage, fmt::format("the claim {} at {}", what, grundy::to_string(position))};
}

// A claim at given values of the coordinates and of the scale's power. A function is evaluated when
// it is first needed, since others may be too large, and its value is kept.
template <class Number>
class Reading {
 public:
  Reading(const Claim& claim, Variables variables)
      : claim_(claim), variables_(variables), known_(room()) {
    known_.assign(claim.functions.size(), std::nullopt);
  }
  Reading(const Reading&) = delete;

  // Errc::rules where a number does not fit its type.
  Result<std::int64_t> number(const rules::Expression& e) {
    const auto value = Walk<Number>(variables_, further_).number(e);
    if (!value) return value.error();
    const auto fitting = static_cast<std::int64_t>(*value);
    if (fitting != *value)
      return Error{Errc::rules, fmt::format("the number {} does not fit 64 bits", *value)};
    return fitting;
  }
  Result<bool> holds(const rules::Condition& c) {
    return Walk<Number>(variables_, further_).holds(c);
  }

 private:
  using Known = std::vector<std::optional<std::int64_t>>;

  // Storage kept between readings. A thread has only one Reading at a time.
  static Known& room() {
    thread_local Known known;
    return known;
  }

  Result<std::int64_t> function(std::size_t index) {
    if (known_[index]) return *known_[index];
    const Claim::Function& function = claim_.functions[index];
    const auto value = function.kind == Claim::Function::Kind::exclusive ? exclusive(function)
                                                                         : of_number(function);
    if (value) known_[index] = *value;
    return value;
  }

  Result<std::int64_t> of_number(const Claim::Function& function) {
    const auto n = number(function.of.front());
    return n ? function_value(function, *n) : n;
  }

  Result<std::int64_t> exclusive(const Claim::Function& function) {
    std::int64_t all = 0;
    for (const rules::Expression& e : function.of) {
      const auto value = number(e);
      if (!value) return value;
      all ^= *value;
    }
    return all;
  }

  const Claim& claim_;
  Variables variables_;
  Known& known_;
  FunctionValues further_ = [this](rules::Variable v) { return function(v - variables_.size()); };
};

template <class Number>
Result<bool> holds_for_some_power(const Claim& claim, const Position& position) {
  const std::int64_t most = *std::max_element(position.begin(), position.end());
  std::vector<std::int64_t> variables(position.begin(), position.end());
  variables.push_back(1);
  std::int64_t& power = variables.back();
  do {
    const auto known = Reading<Number>(claim, variables).holds(claim.p);
    if (!known || *known) return known;
  } while (!__builtin_mul_overflow(power, claim.scale->base, &power) && power <= most);
  return false;
}

using MaybeValue = Result<std::optional<std::int64_t>>;  // none: no piece applies

template <class Number>
MaybeValue outcome(const Claim& claim, const Position& position) {
  const auto is_p = claim.scale ? holds_for_some_power<Number>(claim, position)
                                : Reading<Number>(claim, position).holds(claim.p);
  if (!is_p) return is_p.error();
  return std::optional(static_cast<std::int64_t>(*is_p ? Outcome::P : Outcome::N));
}

template <class Number>
MaybeValue nimber(const Claim& claim, const Position& position) {
  Reading<Number> reading(claim, position);
  for (const Claim::Piece& piece : claim.pieces) {
    const auto counts = reading.holds(piece.when);
    if (!counts) return counts.error();
    if (!*counts) continue;
    const auto value = reading.number(piece.value);
    if (!value) return value.error();
    return std::optional(*value);
  }
  return std::optional<std::int64_t>();
}

template <class Number>
MaybeValue in_numbers(const Claim& claim, const Position& position) {
  return claim.quantity == Quantity::nimber ? nimber<Number>(claim, position)
                                            : outcome<Number>(claim, position);
}

}  // namespace

Result<std::int64_t> claimed(const Claim& claim, const Position& position) {
  MaybeValue value = in_numbers<std::int64_t>(claim, position);
  if (!value && value.error().code == Errc::rules) value = in_numbers<Wide>(claim, position);
  if (!value) return at(position, "cannot be worked out (" + value.error().message + ")");
  if (!*value) return at(position, "says nothing");
  return **value;
}

namespace {

using Kind = rules::Claim::Function::Kind;

constexpr std::int64_t most_factored = 1'000'000'000'000;
constexpr std::int64_t most_counted = 2'000'000;

std::int64_t valuation(std::int64_t n, std::int64_t base) {
  std::int64_t times = 0;
  for (; n % base == 0; n /= base) ++times;
  return times;
}

std::int64_t power_part(std::int64_t n, std::int64_t base) {
  std::int64_t power = 1;
  for (; n % base == 0; n /= base) power *= base;
  return power;
}

std::int64_t digit_sum(std::int64_t n, std::int64_t base) {
  std::int64_t sum = 0;
  for (; n > 0; n /= base) sum += n % base;
  return sum;
}

// The least factor above 1.
std::int64_t least_factor(std::int64_t n) {
  for (std::int64_t k = 2; k * k <= n; ++k)
    if (n % k == 0) return k;
  return n;
}

std::int64_t prime_factors(std::int64_t n) {
  std::int64_t factors = 0;
  for (; n > 1; n /= least_factor(n)) ++factors;
  return factors;
}

// The count of primes up to p, a prime of at most most_counted. Keeps the primes found so far.
std::int64_t primes_up_to(std::int64_t p) {
  thread_local std::vector<std::int64_t> primes{2};
  for (std::int64_t k = primes.back() + 1; primes.back() < p; ++k)
    if (least_factor(k) == k) primes.push_back(k);
  return std::upper_bound(primes.begin(), primes.end(), p) - primes.begin();
}

Error too_large(std::int64_t n) {
  return {Errc::unsupported, fmt::format("{} is too large to be factored", n)};
}

}  // namespace

Result<std::int64_t> function_value(Kind kind, std::int64_t n, std::int64_t base) {
  if (n < 1) return 0;
  if (kind == Kind::valuation) return valuation(n, base);
  if (kind == Kind::power_part) return power_part(n, base);
  if (kind == Kind::digit_sum) return digit_sum(n, base);
  if (n == 1) return 0;
  if (n > most_factored) return too_large(n);
  if (kind == Kind::prime_factors) return prime_factors(n);
  const std::int64_t least = least_factor(n);
  return least <= most_counted ? Result(primes_up_to(least)) : too_large(n);
}

Result<std::int64_t> function_value(const rules::Claim::Function& function, std::int64_t n) {
  if (function.kind != Kind::member) return function_value(function.kind, n, function.base);
  if (function.set.kind == rules::NumberSet::Kind::primes && n > most_factored) return too_large(n);
  return std::int64_t{is_member(function.set, n)};
}

}  // namespace grundy::oracle
