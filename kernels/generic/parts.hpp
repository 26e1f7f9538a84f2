// kernels/generic/parts.hpp: the numbers that a number is made of: divisors, bits and subsets of
// bits.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// No number below 2^26 has more divisors than 61,261,200 (Ramanujan's highly composite numbers).
inline constexpr std::size_t most_parts = 720;

// The parts that one call writes.
using Parts = std::span<std::int64_t, most_parts>;

// Keeps those from `first` to `last` of `count` parts, and returns how many there are.
inline std::size_t kept_between(std::size_t count, std::int64_t first, std::int64_t last,
                                Parts parts) noexcept {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    parts[kept] = parts[i];
    kept += first <= parts[i] && parts[i] <= last ? 1U : 0U;
  }
  return kept;
}

// The least prime factor of n >= 2, by the table that the next two functions take.
inline std::uint32_t least_factor(std::uint32_t n,
                                  std::span<const std::uint16_t> least_factors) noexcept {
  return least_factors[n] == 0 ? n : std::uint32_t{least_factors[n]};
}

// Writes the divisors of n from `first` to `last` in some order, and returns how many there are.
// Requires 1 <= n < least_factors.size() <= 2^26 + 1; least_factors[n] is the least prime factor
// of n, or 0 for primes and 1. Costs a division for each prime factor and two steps a divisor.
inline std::size_t divisors_between(std::uint32_t n, std::int64_t first, std::int64_t last,
                                    std::span<const std::uint16_t> least_factors,
                                    Parts out) noexcept {
  std::size_t count = 1;
  out[0] = 1;
  while (n > 1) {
    const std::uint32_t prime = least_factor(n, least_factors);
    const std::size_t before = count;
    for (; n > 1 && least_factor(n, least_factors) == prime; n /= prime)
      for (std::size_t i = 0; i < before; ++i, ++count) out[count] = out[count - before] * prime;
  }
  return kept_between(count, first, last, out);
}

// The same of prime divisors, ascending, each once.
inline std::size_t prime_divisors_between(std::uint32_t n, std::int64_t first, std::int64_t last,
                                          std::span<const std::uint16_t> least_factors,
                                          Parts out) noexcept {
  std::size_t count = 0;
  while (n > 1) {
    const std::uint32_t prime = least_factor(n, least_factors);
    out[count++] = prime;
    while (n % prime == 0) n /= prime;
  }
  return kept_between(count, first, last, out);
}

// Writes the positions of the bits of n from `first` to `last`, ascending.
inline std::size_t bits_between(std::uint64_t n, std::int64_t first, std::int64_t last,
                                Parts out) noexcept {
  std::size_t count = 0;
  for (; n != 0; n &= n - 1) out[count++] = std::countr_zero(n);
  return kept_between(count, first, last, out);
}

// The same of the powers 2^k of these positions k.
inline std::size_t powers_of_bits_between(std::uint64_t n, std::int64_t first, std::int64_t last,
                                          Parts out) noexcept {
  if (first > 0) n = first > 63 ? 0 : n >> first << first;
  if (last < 63) n &= last < 0 ? 0 : (std::uint64_t{2} << last) - 1;
  std::size_t count = 0;
  for (; n != 0; n &= n - 1) out[count++] = static_cast<std::int64_t>(n & (0 - n));
  return count;
}

// A subset of the bits of n is a number that has no others. Ascending, they have the numbers 0, 1,
// .., 2^popcount(n) - 1.
inline std::uint64_t next_subset(std::uint64_t subset, std::uint64_t n) noexcept {
  return ((subset | ~n) + 1) & n;
}

inline std::uint64_t subset_by_number(std::uint64_t number, std::uint64_t n) noexcept {
  std::uint64_t subset = 0;
  for (; number != 0; number >>= 1, n &= n - 1)
    if ((number & 1) != 0) subset |= n & (0 - n);
  return subset;
}

// How many subsets of n are less than `end`.
inline std::int64_t subsets_below(std::int64_t end, std::uint64_t n) noexcept {
  if (end <= 0) return 0;
  std::int64_t below = 0;
  auto left = static_cast<int>(std::popcount(n));
  for (int bit = 62; bit >= 0; --bit) {
    const bool is_in_n = (n >> bit & 1) != 0;
    left -= is_in_n ? 1 : 0;
    if ((static_cast<std::uint64_t>(end) >> bit & 1) == 0) continue;
    below += std::int64_t{1} << left;  // those without this bit
    if (!is_in_n) return below;
  }
  return below;
}

}  // namespace grundy::kernels
