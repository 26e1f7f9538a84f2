#include "kernels/digest.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/digest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Adds 2^shift times the digits' sums for what `load` makes of the values: numbers below 2^bits.
// A product has 15 more bits and a sign.
#if HWY_TARGET == HWY_SCALAR

struct Whole {
  std::int64_t operator()(std::uint32_t value) const { return value; }
};
struct LowByte {
  std::int64_t operator()(std::uint32_t value) const { return value & 0xff; }
};
struct HighByte {
  std::int64_t operator()(std::uint32_t value) const { return value >> 8; }
};

template <class Load, class Value>
void add_products(const Load& load, const DigestDigits& digits, const Value* values,
                  std::size_t count, unsigned /*bits*/, unsigned shift, DigitSums& sums) {
  for (std::size_t d = 0; d < digest_digits; ++d) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i)
      sum += load(values[i]) * digits.digits[d * digits.step + i];
    sums[d] += sum * (std::int64_t{1} << shift);
  }
}

#else

using D16 = hn::ScalableTag<std::int16_t>;
using D32 = hn::RepartitionToWide<D16>;
using D64 = hn::RepartitionToWide<D32>;
using DU16 = hn::RebindToUnsigned<D16>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;

struct Whole {
  HWY_INLINE V16 operator()(const std::uint8_t* values) const {
    return hn::PromoteTo(D16(), hn::LoadU(hn::Rebind<std::uint8_t, D16>(), values));
  }
  HWY_INLINE V16 operator()(const std::uint16_t* values) const {
    return hn::BitCast(D16(), hn::LoadU(DU16(), values));
  }
};
struct LowByte {
  HWY_INLINE V16 operator()(const std::uint16_t* values) const {
    return hn::BitCast(D16(), hn::And(hn::LoadU(DU16(), values), hn::Set(DU16(), 0xff)));
  }
};
struct HighByte {
  HWY_INLINE V16 operator()(const std::uint16_t* values) const {
    return hn::BitCast(D16(), hn::ShiftRight<8>(hn::LoadU(DU16(), values)));
  }
};

std::int64_t sum_of_lanes(V32 lanes) {
  const auto wide = hn::BitCast(D64(), lanes);
  const auto sums = hn::Add(hn::ShiftRight<32>(wide), hn::ShiftRight<32>(hn::ShiftLeft<32>(wide)));
  return hn::GetLane(hn::SumOfLanes(D64(), sums));
}

// Of so few values that no lane overflows.
template <class Load, class Value>
void add_some(const Load& load, const DigestDigits& digits, const Value* values, std::size_t count,
              unsigned shift, DigitSums& sums) {
  const D16 d16;
  const D32 d32;
  const std::size_t n = hn::Lanes(d16);
  V32 sum[digest_digits];
  V32 rest[digest_digits];  // some processors put every other product here, others leave it 0
  for (std::size_t d = 0; d < digest_digits; ++d) sum[d] = rest[d] = hn::Zero(d32);
  const auto add = [&](const Value* from, std::size_t i) HWY_ATTR {
    const V16 factors = load(from);
    HWY_UNROLL(8)
    for (std::size_t d = 0; d < digest_digits; ++d)
      sum[d] = hn::ReorderWidenMulAccumulate(
          d32, factors, hn::LoadU(d16, digits.digits + d * digits.step + i), sum[d], rest[d]);
  };
  std::size_t i = 0;
  for (; i + n <= count; i += n) add(values + i, i);
  if (i < count) {
    Value last[HWY_MAX_BYTES / sizeof(std::int16_t)] = {};
    for (std::size_t k = 0; i + k < count; ++k) last[k] = values[i + k];
    add(last, i);
  }
  for (std::size_t d = 0; d < digest_digits; ++d)
    sums[d] += sum_of_lanes(hn::Add(sum[d], rest[d])) * (std::int64_t{1} << shift);
}

// A lane of 32 bits takes 2^(16 - bits) products, and every vector adds two to it.
template <class Load, class Value>
void add_products(const Load& load, const DigestDigits& digits, const Value* values,
                  std::size_t count, unsigned bits, unsigned shift, DigitSums& sums) {
  const std::size_t at_once = hn::Lanes(D16()) << (15 - bits);
  for (std::size_t i = 0; i < count; i += at_once)
    add_some(load, {digits.digits + i, digits.step}, values + i, std::min(at_once, count - i),
             shift, sums);
}

#endif

template <class Value>
Value bits_of(const Value* values, std::size_t count) {
  Value bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits |= values[i];
  return bits;
}

// Words of more bits would fill lanes so soon that two bytes take less.
constexpr unsigned most_bits_at_once = 12;

void add_words(const DigestDigits& digits, const std::uint16_t* values, std::size_t count,
               unsigned shift, DigitSums& sums) {
  const auto bits = static_cast<unsigned>(std::bit_width(bits_of(values, count)));
  if (bits == 0) return;
  if (bits <= most_bits_at_once)
    return add_products(Whole(), digits, values, count, bits, shift, sums);
  add_products(LowByte(), digits, values, count, 8, shift, sums);
  add_products(HighByte(), digits, values, count, bits - 8, shift + 8, sums);
}

DigitSums DigitSums8(const DigestDigits& digits, const std::uint8_t* values, std::size_t count) {
  DigitSums sums{};
  add_products(Whole(), digits, values, count, 8, 0, sums);
  return sums;
}

DigitSums DigitSums16(const DigestDigits& digits, const std::uint16_t* values, std::size_t count) {
  DigitSums sums{};
  add_words(digits, values, count, 0, sums);
  return sums;
}

DigitSums DigitSums32(const DigestDigits& digits, const std::uint32_t* values, std::size_t count) {
  DigitSums sums{};
  if (count == 0) return sums;
  std::uint16_t words[digest_stretch];
  for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<std::uint16_t>(values[i]);
  add_words(digits, words, count, 0, sums);
  if (bits_of(values, count) <= 0xffff) return sums;
  for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<std::uint16_t>(values[i] >> 16);
  add_words(digits, words, count, 16, sums);
  return sums;
}

}  // namespace
}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(DigitSums8);
HWY_EXPORT(DigitSums16);
HWY_EXPORT(DigitSums32);

DigitSums digit_sums(const DigestDigits& digits, std::span<const std::uint8_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(DigitSums8)(digits, values.data(), values.size());
}
DigitSums digit_sums(const DigestDigits& digits, std::span<const std::uint16_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(DigitSums16)(digits, values.data(), values.size());
}
DigitSums digit_sums(const DigestDigits& digits, std::span<const std::uint32_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(DigitSums32)(digits, values.data(), values.size());
}

}  // namespace grundy::kernels
#endif
