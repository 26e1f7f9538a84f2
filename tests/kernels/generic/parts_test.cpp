#include "kernels/generic/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace grundy::kernels {
namespace {

std::vector<std::uint16_t> least_factors_up_to(std::uint32_t high) {
  std::vector<std::uint16_t> least(high + 1);
  for (std::uint32_t n = 2; n <= high; ++n)
    for (std::uint32_t d = 2; d * d <= n && least[n] == 0; ++d)
      if (n % d == 0) least[n] = static_cast<std::uint16_t>(d);
  return least;
}

std::vector<std::int64_t> found(std::uint32_t n, std::int64_t first, std::int64_t last,
                                std::span<const std::uint16_t> least) {
  std::array<std::int64_t, most_parts> out{};
  const std::size_t count = divisors_between(n, first, last, least, out);
  std::sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count));
  return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(Divisors, AreAllThatDivide) {
  const auto least = least_factors_up_to(3000);
  for (std::uint32_t n = 1; n <= 3000; ++n)
    for (const auto& [first, last] : {std::pair(-5, 4000), std::pair(1, 40), std::pair(7, 6)}) {
      std::vector<std::int64_t> expected;
      for (std::int64_t d = std::max(first, 1); d <= std::min<std::int64_t>(last, n); ++d)
        if (n % d == 0) expected.push_back(d);
      ASSERT_EQ(found(n, first, last, least), expected) << n;
    }
}

// 2^4 3^2 5^2 7 11 13 17 has the most below 2^26.
TEST(Divisors, OfTheNumberWithTheMostFit) {
  constexpr std::uint32_t most = 61'261'200;
  std::vector<std::uint16_t> least(most + 1);
  std::uint32_t n = most;
  for (const std::uint32_t prime : {2U, 2U, 2U, 2U, 3U, 3U, 5U, 5U, 7U, 11U, 13U}) {
    least[n] = static_cast<std::uint16_t>(prime);
    n /= prime;
  }
  ASSERT_EQ(n, 17U);
  EXPECT_EQ(found(most, 1, most, least).size(), most_parts);
}

TEST(PrimeDivisors, AreThePrimesThatDivide) {
  const auto least = least_factors_up_to(3000);
  for (std::uint32_t n = 1; n <= 3000; ++n)
    for (const auto& [first, last] : {std::pair(-5, 4000), std::pair(3, 40), std::pair(7, 6)}) {
      std::vector<std::int64_t> expected;
      for (std::int64_t p = std::max(first, 2); p <= std::min<std::int64_t>(last, n); ++p)
        if (n % p == 0 && least[static_cast<std::size_t>(p)] == 0) expected.push_back(p);
      std::array<std::int64_t, most_parts> out{};
      const std::size_t count = prime_divisors_between(n, first, last, least, out);
      ASSERT_EQ(std::vector(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count)),
                expected)
          << n;
    }
}

TEST(Bits, AreThePositionsOfOnes) {
  for (const std::uint64_t n : {0ULL, 1ULL, 6ULL, 1ULL << 62, 0x123456789abcdefULL, ~0ULL >> 1})
    for (const auto& [first, last] : {std::pair(-3, 70), std::pair(2, 61), std::pair(5, 4)}) {
      std::vector<std::int64_t> positions, powers;
      for (std::int64_t k = std::max(first, 0); k <= std::min(last, 62); ++k)
        if ((n >> k & 1) != 0) {
          positions.push_back(k);
          powers.push_back(std::int64_t{1} << k);
        }
      std::array<std::int64_t, most_parts> out{};
      auto end = out.begin() + static_cast<std::ptrdiff_t>(bits_between(n, first, last, out));
      EXPECT_EQ(std::vector(out.begin(), end), positions) << n;
      end = out.begin() + static_cast<std::ptrdiff_t>(powers_of_bits_between(n, first, last, out));
      EXPECT_EQ(std::vector(out.begin(), end), powers) << n;
    }
}

TEST(Subsets, AreNumberedUpwards) {
  for (const std::uint64_t n : {0ULL, 1ULL, 6ULL, 0b101101ULL, 1023ULL, 0x8421ULL}) {
    std::uint64_t subset = 0;
    std::int64_t number = 0;
    for (std::int64_t s = 0; s <= static_cast<std::int64_t>(n) + 2; ++s) {
      EXPECT_EQ(subsets_below(s, n), number) << s << " of " << n;
      if ((static_cast<std::uint64_t>(s) & ~n) != 0) continue;
      EXPECT_EQ(subset, static_cast<std::uint64_t>(s)) << n;
      EXPECT_EQ(subset_by_number(static_cast<std::uint64_t>(number), n), subset) << n;
      subset = next_subset(subset, n);
      ++number;
    }
    EXPECT_EQ(subset, 0U) << "after the last comes the first";
  }
}

}  // namespace
}  // namespace grundy::kernels
