// kernels/generic/divisors.hpp: the divisors of a number, from a table of least prime factors.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// No number below 2^26 has more divisors than 61,261,200 (Ramanujan's highly composite numbers).
inline constexpr std::size_t most_divisors = 720;

// Writes the divisors of n from `first` to `last` in some order, and returns how many there are.
// Requires 1 <= n < least_factors.size() <= 2^26 + 1; least_factors[n] is the least prime factor
// of n, or 0 for primes and 1. Costs a division for each prime factor and two steps a divisor.
inline std::size_t divisors_between(std::uint32_t n, std::int64_t first, std::int64_t last,
                                    std::span<const std::uint16_t> least_factors,
                                    std::span<std::int64_t, most_divisors> out) noexcept {
  std::size_t count = 1;
  out[0] = 1;
  const auto factor = [&](std::uint32_t of) {
    return least_factors[of] == 0 ? of : std::uint32_t{least_factors[of]};
  };
  while (n > 1) {
    const std::uint32_t prime = factor(n);
    const std::size_t before = count;
    for (; n > 1 && factor(n) == prime; n /= prime)
      for (std::size_t i = 0; i < before; ++i, ++count) out[count] = out[count - before] * prime;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    out[kept] = out[i];
    kept += first <= out[i] && out[i] <= last ? 1U : 0U;
  }
  return kept;
}

}  // namespace grundy::kernels
