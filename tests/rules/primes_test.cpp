#include <gtest/gtest.h>

#include "rules/number_set.hpp"

namespace grundy::rules {
namespace {

std::uint16_t by_trial(std::int64_t n) {
  for (std::int64_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return static_cast<std::uint16_t>(d);
  return 0;
}

TEST(LeastPrimeFactors, AgreeWithTrialDivision) {
  for (const std::int64_t high : {0, 1, 2, 3, 4, 48, 49, 50, 20'000}) {
    const auto least = least_prime_factors(high);
    ASSERT_EQ(least.size(), static_cast<std::size_t>(high) + 1);
    for (std::int64_t n = 0; n <= high; ++n)
      ASSERT_EQ(least[static_cast<std::size_t>(n)], by_trial(n)) << n;
  }
}

}  // namespace
}  // namespace grundy::rules
