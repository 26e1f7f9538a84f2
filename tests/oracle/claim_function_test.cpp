// Functions of claims, against their definitions.
#include <gtest/gtest.h>

#include "oracle/evaluate.hpp"

namespace grundy::oracle {
namespace {

using Kind = rules::Claim::Function::Kind;

bool is_prime(std::int64_t n) {
  for (std::int64_t k = 2; k < n; ++k)
    if (n % k == 0) return false;
  return n > 1;
}

TEST(ClaimFunction, IsWhatItsNameSays) {
  for (std::int64_t n = 1; n <= 600; ++n) {
    SCOPED_TRACE(n);
    for (std::int64_t base = 2; base <= 12; ++base) {
      std::int64_t times = 0, power = base;
      for (; power <= n; power *= base) times += n % power == 0;
      EXPECT_EQ(*function_value(Kind::valuation, n, base), times) << base;
      std::int64_t part = 1;
      for (std::int64_t i = 0; i < times; ++i) part *= base;
      EXPECT_EQ(*function_value(Kind::power_part, n, base), part) << base;
      std::int64_t sum = 0;
      for (std::int64_t unit = 1; unit <= n; unit *= base) sum += n / unit % base;
      EXPECT_EQ(*function_value(Kind::digit_sum, n, base), sum) << base;
    }
    std::int64_t factors = 0, least = 0, primes = 0;
    for (std::int64_t p = 2; p <= n; ++p) {
      if (!is_prime(p)) continue;
      ++primes;
      if (least == 0 && n % p == 0) least = primes;
      for (std::int64_t power = p; power <= n; power *= p) factors += n % power == 0;
    }
    EXPECT_EQ(*function_value(Kind::prime_factors, n, 0), factors);
    EXPECT_EQ(*function_value(Kind::least_prime, n, 0), least);
  }
}

TEST(ClaimFunction, IsZeroBelowOneAndRefusesWhatIsTooLarge) {
  for (const Kind kind :
       {Kind::valuation, Kind::power_part, Kind::digit_sum, Kind::prime_factors, Kind::least_prime})
    for (const std::int64_t n : {0, -1, -8}) EXPECT_EQ(*function_value(kind, n, 2), 0);
  const std::int64_t most = std::int64_t{1} << 62;
  EXPECT_EQ(*function_value(Kind::valuation, most, 2), 62);
  EXPECT_EQ(*function_value(Kind::digit_sum, most, 2), 1);
  EXPECT_FALSE(function_value(Kind::prime_factors, most, 0));
  EXPECT_FALSE(function_value(Kind::least_prime, 999'999'999'989, 0));  // a prime
  EXPECT_EQ(*function_value(Kind::prime_factors, 1'000'000'000'000, 0), 24);
}

}  // namespace
}  // namespace grundy::oracle
