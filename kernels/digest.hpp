// kernels/digest.hpp: values times the keys of their places, summed: what a digest is made of.
//
// A key is two numbers of 61 bits (base/digest.hpp), written in digits of 16 bits with a sign: the
// first is the sum of digit[d] * 2^(16 d) for d = 0 .. 3, the second that of digits 4 .. 7. So a
// sum of values times keys is eight sums of values times digits, which processors multiply by the
// dozen. These are exact. Nothing is allocated; any thread may call.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// Values of this many places are summed at once: then no sum of 32 bits overflows in a vector.
inline constexpr std::size_t digest_stretch = 1024;
inline constexpr std::size_t digest_digits = 8;
// Digits behind the last place that may be read, whatever they are.
inline constexpr std::size_t digest_slack = 64;

// Digit d of place i is digits[d * step + i].
struct DigestDigits {
  const std::int16_t* digits;
  std::size_t step;
};

// [d] = the sum of values[i] * (digit d of place i); below 2^57 in size.
using DigitSums = std::array<std::int64_t, digest_digits>;

// Requires values.size() <= digest_stretch, and digest_slack digits behind those of the values.
DigitSums digit_sums(const DigestDigits& digits, std::span<const std::uint8_t> values) noexcept;
DigitSums digit_sums(const DigestDigits& digits, std::span<const std::uint16_t> values) noexcept;
DigitSums digit_sums(const DigestDigits& digits, std::span<const std::uint32_t> values) noexcept;

}  // namespace grundy::kernels
