#include "oracle/lines.hpp"

#include <algorithm>

namespace grundy::oracle {
namespace {

using rules::Condition;
using rules::Expression;
using MaybeLine = std::optional<Line>;

constexpr Wide unit = Wide{1} << 20;
// Sums of two of these fit.
constexpr Wide greatest = Wide{1} << 125;

enum class Round : std::uint8_t { down, up };

std::optional<Wide> fitting(Wide number) {
  if (number > greatest || number < -greatest) return std::nullopt;
  return number;
}

MaybeLine line(const std::optional<Wide>& at, const std::optional<Wide>& slope) {
  if (!at || !slope) return std::nullopt;
  return Line{*at, *slope};
}

Wide quotient(Wide number, Wide divisor, Round round) {
  const Wide rounded = number / divisor;
  if (number % divisor == 0) return rounded;
  const bool below = (number < 0) == (divisor < 0);  // whether rounding towards 0 rounded down
  if (round == Round::down) return below ? rounded : rounded - 1;
  return below ? rounded + 1 : rounded;
}

// Of two numbers in units.
std::optional<Wide> product(Wide a, Wide b, Round round) {
  Wide result = 0;
  if (a % unit == 0) {
    if (__builtin_mul_overflow(a / unit, b, &result)) return std::nullopt;
    return fitting(result);
  }
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return fitting(quotient(result, unit, round));
}

std::optional<Wide> sum(const std::optional<Wide>& a, const std::optional<Wide>& b) {
  if (!a || !b) return std::nullopt;
  return fitting(*a + *b);
}

MaybeLine sum(const MaybeLine& a, const MaybeLine& b) {
  if (!a || !b) return std::nullopt;
  return line(fitting(a->at + b->at), fitting(a->slope + b->slope));
}

MaybeLine negative(const MaybeLine& a) {
  if (!a) return std::nullopt;
  return Line{-a->at, -a->slope};
}

MaybeLine scaled(const MaybeLine& a, Wide factor, Round round) {
  if (!a) return std::nullopt;
  return line(product(a->at, factor, round), product(a->slope, factor, round));
}

// By an integer divisor of at least 1.
MaybeLine divided(const MaybeLine& a, Wide divisor, Round round) {
  if (!a) return std::nullopt;
  return Line{quotient(a->at, divisor, round), quotient(a->slope, divisor, round)};
}

MaybeLine raised(const MaybeLine& a, Wide units) {
  return sum(a, Line{units, 0});
}

// The tighter one for large t, of two lines that both hold.
MaybeLine better_lower(const MaybeLine& a, const MaybeLine& b) {
  if (!a || !b) return a ? a : b;
  if (a->slope != b->slope) return a->slope > b->slope ? a : b;
  return a->at > b->at ? a : b;
}

MaybeLine better_upper(const MaybeLine& a, const MaybeLine& b) {
  return negative(better_lower(negative(a), negative(b)));
}

// A line that holds wherever at least one of the two does.
MaybeLine lower_of_either(const MaybeLine& a, const MaybeLine& b) {
  if (!a || !b) return std::nullopt;
  return Line{std::min(a->at, b->at), std::min(a->slope, b->slope)};
}

MaybeLine upper_of_either(const MaybeLine& a, const MaybeLine& b) {
  return negative(lower_of_either(negative(a), negative(b)));
}

Between negative(const Between& a) {
  return {negative(a.upper), negative(a.lower)};
}

Between sum(const Between& a, const Between& b) {
  return {sum(a.lower, b.lower), sum(a.upper, b.upper)};
}

Between difference(const Between& a, const Between& b) {
  return sum(a, negative(b));
}

// The number, in units, if the bounds allow only one.
std::optional<Wide> constant(const Between& a) {
  if (!a.lower || a.lower != a.upper || a.lower->slope != 0) return std::nullopt;
  return a.lower->at;
}

bool never_negative(const Between& a) {
  return a.lower && a.lower->at >= 0 && a.lower->slope >= 0;
}

bool never_positive(const Between& a) {
  return never_negative(negative(a));
}

// The product of bounds of numbers that are never negative. t^2 is at least t, and no line is above
// it. A number below a falling line is at most what the line begins with.
MaybeLine product(const MaybeLine& a, const MaybeLine& b, Round round) {
  if (!a || !b || (round == Round::up && a->slope > 0 && b->slope > 0)) return std::nullopt;
  if (round == Round::up && a->slope < 0 && b->slope < 0) return product(a, Line{b->at, 0}, round);
  const auto mixed = sum(product(a->at, b->slope, round), product(a->slope, b->at, round));
  const auto square = round == Round::down ? product(a->slope, b->slope, round) : Wide{0};
  return line(product(a->at, b->at, round), sum(mixed, square));
}

bool is_flat(const Between& a) {
  return a.lower && a.upper && a.lower->slope == 0 && a.upper->slope == 0;
}

Between product_of_flat(const Between& a, const Between& b) {
  Between result;
  bool first = true;
  for (const Wide x : {a.lower->at, a.upper->at})
    for (const Wide y : {b.lower->at, b.upper->at}) {
      const MaybeLine low = line(product(x, y, Round::down), Wide{0});
      const MaybeLine high = line(product(x, y, Round::up), Wide{0});
      result =
          first ? Between{low, high}
                : Between{lower_of_either(result.lower, low), upper_of_either(result.upper, high)};
      first = false;
    }
  return result;
}

Between product(const Between& a, const Between& b) {
  if (const auto factor = constant(b)) {
    const Between& x = *factor >= 0 ? a : negative(a);
    const Wide size = *factor >= 0 ? *factor : -*factor;
    return {scaled(x.lower, size, Round::down), scaled(x.upper, size, Round::up)};
  }
  if (constant(a)) return product(b, a);
  if (!never_negative(a) && never_positive(a)) return negative(product(negative(a), b));
  if (!never_negative(b) && never_positive(b)) return negative(product(a, negative(b)));
  if (never_negative(a) && never_negative(b))
    return {product(a.lower, b.lower, Round::down), product(a.upper, b.upper, Round::up)};
  return is_flat(a) && is_flat(b) ? product_of_flat(a, b) : Between{};
}

bool is_positive(const Between& a) {
  return a.lower && a.lower->at >= unit && a.lower->slope >= 0;
}

Between quotient(Expression::Op op, const Between& a, const Between& b) {
  if (!is_positive(b)) return {};
  if (const auto units = constant(b)) {
    const Wide divisor = *units / unit;
    const Wide most_rest = *units - unit;
    if (op == Expression::Op::floor_divide)
      return {divided(raised(a.lower, -most_rest), divisor, Round::down),
              divided(a.upper, divisor, Round::up)};
    return {divided(a.lower, divisor, Round::down),
            divided(raised(a.upper, most_rest), divisor, Round::up)};
  }
  const MaybeLine zero = Line{0, 0};
  return {lower_of_either(a.lower, zero), upper_of_either(a.upper, zero)};
}

Between remainder(const Between& a, const Between& b) {
  if (!is_positive(b)) return {};
  const MaybeLine below = raised(b.upper, -unit);
  return {Line{0, 0}, never_negative(a) ? better_upper(below, a.upper) : below};
}

// At least 1. No line in the exponent is above it.
Between power(const Between& base) {
  return {is_positive(base) ? MaybeLine(Line{unit, 0}) : std::nullopt, std::nullopt};
}

Between bits_in_both(const Between& a, const Between& b) {
  if (!never_negative(a) && !never_negative(b)) return {};
  const MaybeLine none = std::nullopt;
  return {Line{0, 0},
          better_upper(never_negative(a) ? a.upper : none, never_negative(b) ? b.upper : none)};
}

// Of the bits in either, or in one alone.
Between bits_in_some(const Between& a, const Between& b) {
  if (!never_negative(a) || !never_negative(b)) return {};
  return {Line{0, 0}, sum(a.upper, b.upper)};
}

Between greatest_divisor(const Between& a, const Between& b) {
  const MaybeLine none = std::nullopt;
  return {Line{0, 0},
          better_upper(is_positive(a) ? a.upper : none, is_positive(b) ? b.upper : none)};
}

Between element(const Expression& expression) {
  const auto members = expression.array.members();
  if (members.empty()) return {};
  const auto [least, most] = std::ranges::minmax(members);
  return {Line{least * unit, 0}, Line{most * unit, 0}};
}

Between combined(Expression::Op op, const Between& a, const Between& b) {
  switch (op) {
    case Expression::Op::add:
      return sum(a, b);
    case Expression::Op::subtract:
      return difference(a, b);
    case Expression::Op::multiply:
      return product(a, b);
    case Expression::Op::minimum:
      return {lower_of_either(a.lower, b.lower), better_upper(a.upper, b.upper)};
    case Expression::Op::maximum:
      return {better_lower(a.lower, b.lower), upper_of_either(a.upper, b.upper)};
    case Expression::Op::modulo:
      return remainder(a, b);
    case Expression::Op::bit_and:
      return bits_in_both(a, b);
    case Expression::Op::bit_or:
    case Expression::Op::bit_xor:
      return bits_in_some(a, b);
    case Expression::Op::power:
      return power(a);
    case Expression::Op::gcd:
      return greatest_divisor(a, b);
    default:
      return quotient(op, a, b);
  }
}

Condition::Op opposite(Condition::Op op) {
  using Op = Condition::Op;
  switch (op) {
    case Op::equal:
      return Op::not_equal;
    case Op::not_equal:
      return Op::equal;
    case Op::less:
      return Op::greater_equal;
    case Op::less_equal:
      return Op::greater;
    case Op::greater:
      return Op::less_equal;
    case Op::greater_equal:
      return Op::less;
    case Op::all_of:
      return Op::any_of;
    default:
      return Op::all_of;
  }
}

std::int64_t last_unequal(const Between& difference) {
  return constant(difference) == Wide{0} ? never : for_ever;
}

std::int64_t last_compared(Condition::Op op, const Between& difference) {
  const Between more = sum(difference, exactly(1));
  const Between less = negative(difference);
  switch (op) {
    case Condition::Op::equal:
      return std::min(last_at_most_zero(difference), last_at_most_zero(less));
    case Condition::Op::not_equal:
      return last_unequal(difference);
    case Condition::Op::less:
      return last_at_most_zero(more);
    case Condition::Op::less_equal:
      return last_at_most_zero(difference);
    case Condition::Op::greater:
      return last_at_most_zero(sum(less, exactly(1)));
    default:
      return last_at_most_zero(less);
  }
}

// The last t at which the condition (or, with `wanted` false, its negation) may hold.
std::int64_t last_that_is(bool wanted, const Condition& condition, const Lines& variables) {
  if (condition.op == Condition::Op::negation)
    return last_that_is(!wanted, condition.parts[0], variables);
  const Condition::Op op = wanted ? condition.op : opposite(condition.op);
  if (!condition.sides.empty())
    return last_compared(op, difference(between(condition.sides[0], variables),
                                        between(condition.sides[1], variables)));
  const bool all = op == Condition::Op::all_of;
  std::int64_t last = all ? for_ever : never;
  for (const Condition& part : condition.parts) {
    const std::int64_t of_part = last_that_is(wanted, part, variables);
    last = all ? std::min(last, of_part) : std::max(last, of_part);
  }
  return last;
}

std::int64_t as_integer(Wide number) {
  using Limits = std::numeric_limits<std::int64_t>;
  return static_cast<std::int64_t>(std::clamp(number, Wide{Limits::min()}, Wide{Limits::max()}));
}

}  // namespace

Between exactly(std::int64_t number, std::int64_t step) {
  const Line line{number * unit, step * unit};
  return {line, line};
}

Between both(const Between& a, const Between& b) {
  return {better_lower(a.lower, b.lower), better_upper(a.upper, b.upper)};
}

Between between(const Expression& expression, const Lines& variables) {
  if (expression.op == Expression::Op::constant) return exactly(expression.value);
  if (expression.op == Expression::Op::variable)
    return variables[static_cast<std::size_t>(expression.value)];
  if (expression.op == Expression::Op::element) return element(expression);
  if (expression.op == Expression::Op::popcount) return {Line{0, 0}, Line{63 * unit, 0}};
  Between total = between(expression.arguments[0], variables);
  for (std::size_t i = 1; i < expression.arguments.size(); ++i)
    total = combined(expression.op, total, between(expression.arguments[i], variables));
  return total;
}

std::int64_t last_at_most_zero(const Between& number) {
  const MaybeLine& lower = number.lower;
  if (!lower || lower->slope < 0) return for_ever;
  if (lower->at > 0) return never;
  return lower->slope == 0 ? for_ever : as_integer(-lower->at / lower->slope);
}

std::int64_t last_at_most(const Between& a, const Between& b) {
  return last_at_most_zero(difference(a, b));
}

std::int64_t last_that_holds(const Condition& condition, const Lines& variables) {
  return last_that_is(true, condition, variables);
}

std::int64_t least_at_first(const Between& number) {
  if (!number.lower) return std::numeric_limits<std::int64_t>::min();
  return as_integer(quotient(number.lower->at, unit, Round::up));
}

std::int64_t greatest_at_first(const Between& number) {
  if (!number.upper) return std::numeric_limits<std::int64_t>::max();
  return as_integer(quotient(number.upper->at, unit, Round::down));
}

}  // namespace grundy::oracle
