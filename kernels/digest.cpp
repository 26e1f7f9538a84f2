#include "kernels/digest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/digest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Adds 2^shift times the digits' sums for byte number `byte` of every value. With one byte of a
// value at a time a product has 23 bits and a sign, and a lane of 32 bits takes 256 of them.
#if HWY_TARGET == HWY_SCALAR

template <unsigned byte, class Value>
void add_byte(const DigestDigits& digits, const Value* values, std::size_t count, unsigned shift,
              DigitSums& sums) {
  for (std::size_t d = 0; d < digest_digits; ++d) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i)
      sum += (values[i] >> (8 * byte) & 0xff) * std::int64_t{digits.digits[d * digits.step + i]};
    sums[d] += sum * (std::int64_t{1} << shift);
  }
}

#else

using D16 = hn::ScalableTag<std::int16_t>;
using D32 = hn::RepartitionToWide<D16>;
using D64 = hn::RepartitionToWide<D32>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;

template <unsigned byte>
HWY_INLINE V16 load_byte(const std::uint8_t* values) {
  return hn::PromoteTo(D16(), hn::LoadU(hn::Rebind<std::uint8_t, D16>(), values));
}
template <unsigned byte>
HWY_INLINE V16 load_byte(const std::uint16_t* values) {
  const hn::RebindToUnsigned<D16> d;
  const auto words = hn::LoadU(d, values);
  return hn::BitCast(D16(), byte == 0 ? hn::And(words, hn::Set(d, std::uint16_t{0xff}))
                                      : hn::ShiftRight<8>(words));
}

std::int64_t sum_of_lanes(V32 lanes) {
  const auto wide = hn::BitCast(D64(), lanes);
  const auto sums = hn::Add(hn::ShiftRight<32>(wide), hn::ShiftRight<32>(hn::ShiftLeft<32>(wide)));
  return hn::GetLane(hn::SumOfLanes(D64(), sums));
}

template <unsigned byte, class Value>
void add_byte(const DigestDigits& digits, const Value* values, std::size_t count, unsigned shift,
              DigitSums& sums) {
  const D16 d16;
  const D32 d32;
  const std::size_t n = hn::Lanes(d16);
  V32 sum[digest_digits];
  V32 rest[digest_digits];  // some processors put every other product here, others leave it 0
  for (std::size_t d = 0; d < digest_digits; ++d) sum[d] = rest[d] = hn::Zero(d32);
  const auto add = [&](const Value* from, std::size_t i) HWY_ATTR {
    const V16 bytes = load_byte<byte>(from);
    HWY_UNROLL(8)
    for (std::size_t d = 0; d < digest_digits; ++d)
      sum[d] = hn::ReorderWidenMulAccumulate(
          d32, bytes, hn::LoadU(d16, digits.digits + d * digits.step + i), sum[d], rest[d]);
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

#endif

template <class Value>
Value bits_of(const Value* values, std::size_t count) {
  Value bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits |= values[i];
  return bits;
}

void add_words(const DigestDigits& digits, const std::uint16_t* values, std::size_t count,
               unsigned shift, DigitSums& sums) {
  const std::uint16_t bits = bits_of(values, count);
  if (bits != 0) add_byte<0>(digits, values, count, shift, sums);
  if (bits > 0xff) add_byte<1>(digits, values, count, shift + 8, sums);
}

DigitSums DigitSums8(const DigestDigits& digits, const std::uint8_t* values, std::size_t count) {
  DigitSums sums{};
  add_byte<0>(digits, values, count, 0, sums);
  return sums;
}

DigitSums DigitSums16(const DigestDigits& digits, const std::uint16_t* values, std::size_t count) {
  DigitSums sums{};
  add_words(digits, values, count, 0, sums);
  return sums;
}

DigitSums DigitSums32(const DigestDigits& digits, const std::uint32_t* values, std::size_t count) {
  DigitSums sums{};
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
