#include "kernels/generic/divisors.hpp"

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
  std::array<std::int64_t, most_divisors> out{};
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
  EXPECT_EQ(found(most, 1, most, least).size(), most_divisors);
}

}  // namespace
}  // namespace grundy::kernels
