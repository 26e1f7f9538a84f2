#include "kernels/generic/columns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/generic/columns.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int64_t>;
using V = hn::Vec<D>;
using F = hn::Rebind<double, D>;
using U = hn::Rebind<std::uint64_t, D>;

// What counts the lanes costs as much as most operations: four vectors go by one count.
template <class Function>
HWY_INLINE void map(const Instruction& step, std::int64_t* columns, std::size_t width,
                    Function function) {
  const D d;
  const std::size_t n = hn::Lanes(d);
  std::int64_t* const out = columns + step.out * lanes;
  const std::int64_t* const left = columns + step.left * lanes;
  const std::int64_t* const right = columns + step.right * lanes;
  const auto at = [&](std::size_t lane) HWY_ATTR {
    hn::StoreU(function(hn::LoadU(d, left + lane), hn::LoadU(d, right + lane)), d, out + lane);
  };
  std::size_t lane = 0;
  for (; lane + 4 * n <= width; lane += 4 * n) {
    at(lane);
    at(lane + n);
    at(lane + 2 * n);
    at(lane + 3 * n);
  }
  for (; lane < width; lane += n) at(lane);
}

HWY_INLINE V truth(hn::Mask<D> holds) {
  return hn::IfThenElseZero(holds, hn::Set(D(), 1));
}

// An integer from -2^51 up to 2^51 is what the low bits of a double add to those of 2^52 + 2^51, if
// it is greater by as much.
constexpr std::int64_t small = std::int64_t{1} << 51;
constexpr double magic = 6755399441055744.0;

HWY_INLINE hn::Vec<F> as_double(V integer) {
  const hn::Vec<F> shift = hn::Set(F(), magic);
  return hn::Sub(hn::BitCast(F(), hn::Add(integer, hn::BitCast(D(), shift))), shift);
}

HWY_INLINE V as_integer(hn::Vec<F> integral) {
  const hn::Vec<F> shift = hn::Set(F(), magic);
  return hn::Sub(hn::BitCast(D(), hn::Add(integral, shift)), hn::BitCast(D(), shift));
}

HWY_INLINE bool are_small(V a, V b) {
  const V half = hn::Set(D(), small);
  const V both = hn::Or(hn::Add(a, half), hn::Add(b, half));
  const auto high = hn::ShiftRight<52>(hn::BitCast(U(), both));
  return hn::AllTrue(U(), hn::Eq(high, hn::Zero(U())));
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t ceil_quotient(std::int64_t a, std::int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}

std::int64_t remainder(std::int64_t a, std::int64_t b) {
  const std::int64_t r = a % b;
  return r < 0 ? r + b : r;
}

// By `fast`, which has doubles, where the quotients of doubles are exact enough: those of integers
// below 2^53 never round up to the next integer, which is 1 / b away. Else by `exact`.
template <class Fast, class Exact>
HWY_INLINE V divide(V a, V divisor, Fast fast, Exact exact) {
  const D d;
  const V one = hn::Set(d, 1);
  const V b = hn::Max(divisor, one);
  V result;
  if (are_small(a, b)) {
    result = as_integer(fast(as_double(a), as_double(b)));
  } else {
    HWY_ALIGN std::int64_t left[hn::MaxLanes(d)];
    HWY_ALIGN std::int64_t right[hn::MaxLanes(d)];
    hn::Store(a, d, left);
    hn::Store(b, d, right);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) left[i] = exact(left[i], right[i]);
    result = hn::Load(d, left);
  }
  return hn::IfThenZeroElse(hn::Lt(divisor, one), result);
}

HWY_INLINE V floor_divide(V a, V b) {
  return divide(
      a, b, [](auto x, auto y) HWY_ATTR { return hn::Floor(hn::Div(x, y)); }, floor_quotient);
}

HWY_INLINE V ceil_divide(V a, V b) {
  return divide(
      a, b, [](auto x, auto y) HWY_ATTR { return hn::Ceil(hn::Div(x, y)); }, ceil_quotient);
}

HWY_INLINE V modulo(V a, V b) {
  const auto fast = [](auto x, auto y)
                        HWY_ATTR { return hn::Sub(x, hn::Mul(y, hn::Floor(hn::Div(x, y)))); };
  return divide(a, b, fast, remainder);
}

std::int64_t integer_root(std::int64_t x) {
  if (x < 0) return -1;
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(x)));
  while (root > x / std::max<std::int64_t>(root, 1)) --root;
  while ((root + 1) <= x / (root + 1)) ++root;
  return root;
}

// The root of a double below 2^51 never rounds up to the next integer r: that of r^2 - 1 is
// 1 / (2 r) away, more than half a unit in its last place.
HWY_INLINE V root(V x) {
  const D d;
  if (!are_small(x, hn::Zero(d))) {
    HWY_ALIGN std::int64_t values[hn::MaxLanes(d)];
    hn::Store(x, d, values);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) values[i] = integer_root(values[i]);
    return hn::Load(d, values);
  }
  const auto negative = hn::Lt(x, hn::Zero(d));
  const V found = as_integer(hn::Floor(hn::Sqrt(as_double(hn::Max(x, hn::Zero(d))))));
  return hn::IfThenElse(negative, hn::Set(d, -1), found);
}

bool power_is_at_most(std::int64_t root, std::int64_t degree, std::int64_t x) {
  std::int64_t power = 1;
  for (std::int64_t i = 0; i < degree; ++i)
    if (__builtin_mul_overflow(power, root, &power) || power > x) return false;
  return true;
}

// Lane by lane: the loop that it ends takes longer.
HWY_INLINE V higher_root(V x, V degrees) {
  const D d;
  HWY_ALIGN std::int64_t values[hn::MaxLanes(d)];
  hn::Store(x, d, values);
  const std::int64_t degree = hn::GetLane(degrees);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    const std::int64_t value = values[i];
    if (value < 0) {
      values[i] = -1;
      continue;
    }
    auto root = static_cast<std::int64_t>(
        std::pow(static_cast<double>(value), 1 / static_cast<double>(degree)));
    while (!power_is_at_most(root, degree, value)) --root;
    while (power_is_at_most(root + 1, degree, value)) ++root;
    values[i] = root;
  }
  return hn::Load(d, values);
}

// Lane by lane.
template <class Function>
HWY_INLINE V one_by_one(V a, V b, Function function) {
  const D d;
  HWY_ALIGN std::int64_t left[hn::MaxLanes(d)];
  HWY_ALIGN std::int64_t right[hn::MaxLanes(d)];
  hn::Store(a, d, left);
  hn::Store(b, d, right);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) left[i] = function(left[i], right[i]);
  return hn::Load(d, left);
}

HWY_INLINE V power_of_two(V exponent) {
  const D d;
  const V safe = hn::Min(hn::Max(exponent, hn::Zero(d)), hn::Set(d, 62));
  return hn::IfThenElseZero(hn::Eq(safe, exponent), hn::Shl(hn::Set(d, 1), safe));
}

// Modulo 2^64. For a base of 2 or more the rest of the exponent beyond 64 changes nothing.
std::int64_t integer_power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) return 0;
  std::uint64_t result = 1;
  for (std::int64_t i = 0; base != 1 && i < std::min<std::int64_t>(exponent, 64); ++i)
    result *= static_cast<std::uint64_t>(base);
  return static_cast<std::int64_t>(result);
}

std::int64_t greatest_divisor(std::int64_t a, std::int64_t b) {
  const auto size = [](std::int64_t n) {
    return n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
  };
  return static_cast<std::int64_t>(std::gcd(size(a), size(b)));
}

HWY_INLINE V element(V index, V address) {
  const D d;
  const auto* array = reinterpret_cast<const std::int64_t*>(hn::GetLane(address));
  const V last = hn::Set(d, array[0] - 1);
  const V safe = hn::Min(hn::Max(index, hn::Zero(d)), last);
  const V found = hn::GatherIndex(d, array, hn::Add(safe, hn::Set(d, 1)));
  return hn::IfThenElseZero(hn::Eq(safe, index), found);
}

void Evaluate(const Instruction* code, std::size_t size, std::int64_t* base, std::size_t width) {
  for (std::size_t i = 0; i < size; ++i) {
    const Instruction& step = code[i];
    const auto each = [&](auto function) HWY_ATTR { map(step, base, width, function); };
    switch (step.op) {
      case Op::add:
        each([](V a, V b) HWY_ATTR { return hn::Add(a, b); });
        break;
      case Op::subtract:
        each([](V a, V b) HWY_ATTR { return hn::Sub(a, b); });
        break;
      case Op::multiply:
        each([](V a, V b) HWY_ATTR { return hn::Mul(a, b); });
        break;
      case Op::floor_divide:
        each([](V a, V b) HWY_ATTR { return floor_divide(a, b); });
        break;
      case Op::ceil_divide:
        each([](V a, V b) HWY_ATTR { return ceil_divide(a, b); });
        break;
      case Op::modulo:
        each([](V a, V b) HWY_ATTR { return modulo(a, b); });
        break;
      case Op::minimum:
        each([](V a, V b) HWY_ATTR { return hn::Min(a, b); });
        break;
      case Op::maximum:
        each([](V a, V b) HWY_ATTR { return hn::Max(a, b); });
        break;
      case Op::less:
        each([](V a, V b) HWY_ATTR { return truth(hn::Lt(a, b)); });
        break;
      case Op::less_equal:
        each([](V a, V b) HWY_ATTR { return truth(hn::Not(hn::Lt(b, a))); });
        break;
      case Op::equal:
        each([](V a, V b) HWY_ATTR { return truth(hn::Eq(a, b)); });
        break;
      case Op::logical_and:
        each([](V a, V b) HWY_ATTR { return hn::And(a, b); });
        break;
      case Op::logical_or:
        each([](V a, V b) HWY_ATTR { return hn::Or(a, b); });
        break;
      case Op::logical_not:
        each([](V a, V) HWY_ATTR { return truth(hn::Eq(a, hn::Zero(D()))); });
        break;
      case Op::root:
        each([](V a, V) HWY_ATTR { return root(a); });
        break;
      case Op::higher_root:
        each([](V a, V b) HWY_ATTR { return higher_root(a, b); });
        break;
      case Op::bit_and:
        each([](V a, V b) HWY_ATTR { return hn::And(a, b); });
        break;
      case Op::bit_or:
        each([](V a, V b) HWY_ATTR { return hn::Or(a, b); });
        break;
      case Op::bit_xor:
        each([](V a, V b) HWY_ATTR { return hn::Xor(a, b); });
        break;
      case Op::power_of_two:
        each([](V a, V) HWY_ATTR { return power_of_two(a); });
        break;
      case Op::power:
        each([](V a, V b) HWY_ATTR { return one_by_one(a, b, integer_power); });
        break;
      case Op::popcount:
        each([](V a, V)
                 HWY_ATTR { return hn::BitCast(D(), hn::PopulationCount(hn::BitCast(U(), a))); });
        break;
      case Op::gcd:
        each([](V a, V b) HWY_ATTR { return one_by_one(a, b, greatest_divisor); });
        break;
      case Op::element:
        each([](V a, V b) HWY_ATTR { return element(a, b); });
        break;
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Evaluate);
void evaluate(std::span<const Instruction> code, std::span<std::int64_t> columns,
              std::size_t width) noexcept {
  HWY_DYNAMIC_DISPATCH(Evaluate)(code.data(), code.size(), columns.data(), width);
}

}  // namespace grundy::kernels
#endif
