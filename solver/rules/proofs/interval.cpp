#include "rules/proofs/interval.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace grundy::rules {
namespace {

using Op = Expression::Op;

template <class Combine>
std::optional<std::int64_t> both(std::optional<std::int64_t> a, std::optional<std::int64_t> b,
                                 Combine combine) {
  return a && b ? narrow(combine(Wide{*a}, Wide{*b})) : std::nullopt;
}

// The less of those that are known.
std::optional<std::int64_t> lesser(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? std::optional(std::min(*a, *b)) : a ? a : b;
}

bool is_at_least(const Interval& a, std::int64_t least) {
  return a.low && *a.low >= least;
}

Wide floor_quotient(Wide a, Wide b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
Wide ceil_quotient(Wide a, Wide b) {
  return -floor_quotient(-a, b);
}

// The range of a / b rounded by `round`; unknown if b may be less than 1.
template <class Round>
Interval quotient(const Interval& a, const Interval& b, Round round) {
  if (!is_at_least(b, 1)) return {};
  Interval result;
  if (is_at_least(a, 0))
    result.low = b.high ? narrow(round(*a.low, *b.high)) : std::optional<std::int64_t>(0);
  else if (a.low)
    result.low = narrow(round(*a.low, *b.low));
  if (a.high && *a.high >= 0)
    result.high = narrow(round(*a.high, *b.low));
  else if (a.high)
    result.high = b.high ? narrow(round(*a.high, *b.high)) : std::optional<std::int64_t>(0);
  return result;
}

Interval remainder(const Interval& a, const Interval& b) {
  if (!is_at_least(b, 1)) return {};
  Interval result{0, b.high ? narrow(Wide{*b.high} - 1) : std::nullopt};
  if (is_at_least(a, 0)) result.high = lesser(result.high, a.high);
  return result;
}

std::optional<std::int64_t> greater(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? std::optional(std::max(*a, *b)) : std::nullopt;
}

Interval lesser(const Interval& a, const Interval& b) {
  return {both(a.low, b.low, [](Wide x, Wide y) { return std::min(x, y); }),
          lesser(a.high, b.high)};
}

// Of numbers with no more bits than these.
Interval of_as_many_bits(const Interval& a, const Interval& b) {
  if (!a.low || !a.high || !b.low || !b.high) return {};
  const Wide least = std::min(*a.low, *b.low);
  Wide end = 1;
  while (end <= std::max<Wide>({*a.high, *b.high, -least - 1})) end *= 2;
  return {least < 0 ? narrow(-end) : std::optional<std::int64_t>(0), narrow(end - 1)};
}

Interval bits_in_both(const Interval& a, const Interval& b) {
  if (!is_at_least(a, 0) && !is_at_least(b, 0)) return of_as_many_bits(a, b);
  const auto most = [](const Interval& one) {
    return is_at_least(one, 0) ? one.high : std::nullopt;
  };
  return {0, lesser(most(a), most(b))};
}

// Of the bits in either, or in one alone.
Interval bits_in_some(const Interval& a, const Interval& b) {
  Interval bits = of_as_many_bits(a, b);
  if (is_at_least(a, 0) && is_at_least(b, 0)) bits.low = 0;
  return bits;
}

Interval power(const Interval& base, const Interval& exponent) {
  if (!is_at_least(base, 1) || !is_at_least(exponent, 0)) return {};
  const auto at = [](std::optional<std::int64_t> b, std::optional<std::int64_t> e) {
    if (!b || !e) return std::optional<std::int64_t>();
    return calculate(Expression{Op::power, 0, {}}, std::array{*b, *e});
  };
  return {at(base.low, exponent.low), at(base.high, exponent.high)};
}

Interval popcount(const Interval& of) {
  if (!is_at_least(of, 0)) return {};
  const auto bits = [](std::int64_t n) {
    return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(n)));
  };
  return {*of.low > 0 ? 1 : 0, of.high ? bits(*of.high) : 63};
}

Interval greatest_divisor(const Interval& a, const Interval& b) {
  const auto is_not_zero = [](const Interval& one) {
    return is_at_least(one, 1) || is_at_least(negated(one), 1);
  };
  const auto most = [](const Interval& one) { return greater(one.high, negated(one.low)); };
  const bool is_positive = is_not_zero(a) || is_not_zero(b);
  // Of numbers that may be 0, the greatest common divisor is at most the larger one.
  const auto high = is_not_zero(a) && is_not_zero(b) ? lesser(most(a), most(b))
                    : is_not_zero(a)                 ? most(a)
                    : is_not_zero(b)                 ? most(b)
                                                     : greater(most(a), most(b));
  return {is_positive ? 1 : 0, high};
}

// Of the members that the index may have; unknown if it may be outside.
Interval element(const Array& array, const Interval& index) {
  const auto members = array.members();
  const auto last = static_cast<std::int64_t>(members.size()) - 1;
  if (!is_at_least(index, 0) || !index.high || *index.high > last || *index.low > *index.high)
    return {};
  const auto [least, greatest] =
      std::minmax_element(members.begin() + *index.low, members.begin() + *index.high + 1);
  return {*least, *greatest};
}

Interval of_two(Op op, const Interval& a, const Interval& b) {
  switch (op) {
    case Op::add:
      return sum(a, b);
    case Op::subtract:
      return sum(a, negated(b));
    case Op::multiply:
      return product(a, b);
    case Op::floor_divide:
      return quotient(a, b, floor_quotient);
    case Op::ceil_divide:
      return quotient(a, b, ceil_quotient);
    case Op::modulo:
      return remainder(a, b);
    case Op::minimum:
      return lesser(a, b);
    case Op::maximum:
      return negated(lesser(negated(a), negated(b)));
    case Op::bit_and:
      return bits_in_both(a, b);
    case Op::bit_or:
    case Op::bit_xor:
      return bits_in_some(a, b);
    case Op::power:
      return power(a, b);
    case Op::gcd:
      return greatest_divisor(a, b);
    default:
      return {};
  }
}

}  // namespace

std::optional<std::int64_t> narrow(Wide value) {
  if (value < std::numeric_limits<std::int64_t>::min() ||
      value > std::numeric_limits<std::int64_t>::max())
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> negated(std::optional<std::int64_t> value) {
  return value ? narrow(-Wide{*value}) : std::nullopt;
}

Interval negated(const Interval& a) {
  return {negated(a.high), negated(a.low)};
}

Interval sum(const Interval& a, const Interval& b) {
  const auto plus = [](Wide x, Wide y) { return x + y; };
  return {both(a.low, b.low, plus), both(a.high, b.high, plus)};
}

Interval product(const Interval& a, const Interval& b) {
  if (is_at_least(a, 0) && is_at_least(b, 0)) {
    const auto times = [](Wide x, Wide y) { return x * y; };
    return {both(a.low, b.low, times), both(a.high, b.high, times)};
  }
  if (!a.low || !a.high || !b.low || !b.high) return {};
  const Wide corners[] = {Wide{*a.low} * *b.low, Wide{*a.low} * *b.high, Wide{*a.high} * *b.low,
                          Wide{*a.high} * *b.high};
  return {narrow(*std::min_element(corners, corners + 4)),
          narrow(*std::max_element(corners, corners + 4))};
}

Interval interval_of(const Expression& operation, std::span<const Interval> arguments) {
  if (operation.op == Op::popcount) return popcount(arguments[0]);
  if (operation.op == Op::element) return element(operation.array, arguments[0]);
  Interval result = arguments[0];
  for (const Interval& next : arguments.subspan(1)) result = of_two(operation.op, result, next);
  return result;
}

}  // namespace grundy::rules
