// Sums of values times digits by vectors against plain ones.
#include "kernels/digest.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::size_t counts[] = {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 500, 1024};

// Digits of digest_stretch places; what lies behind them is not to count.
std::vector<std::int16_t> random_digits(std::mt19937_64& random, std::size_t step) {
  std::vector<std::int16_t> digits(digest_digits * step);
  for (std::int16_t& digit : digits) digit = static_cast<std::int16_t>(random());
  return digits;
}

template <class Value>
DigitSums plain_sums(const DigestDigits& digits, const std::vector<Value>& values) {
  DigitSums sums{};
  for (std::size_t d = 0; d < digest_digits; ++d)
    for (std::size_t i = 0; i < values.size(); ++i)
      sums[d] += std::int64_t{values[i]} * digits.digits[d * digits.step + i];
  return sums;
}

template <class Value>
void check(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << sizeof(Value) << " bytes");
  std::mt19937_64 random(seed);
  const std::size_t step = digest_stretch + digest_slack;
  const auto digits = random_digits(random, step);
  for (const std::size_t count : counts)
    for (const unsigned bits : {1u, 8u, 9u, 12u, 13u, 16u, 20u, 32u}) {
      std::vector<Value> values(count);
      for (Value& value : values) value = static_cast<Value>(random() >> (64 - bits));
      const DigestDigits of{digits.data() + (digest_stretch - count), step};
      SCOPED_TRACE(testing::Message() << count << " values of " << bits << " bits");
      test::on_every_target([&] {
        EXPECT_EQ(digit_sums(of, std::span<const Value>(values)), plain_sums(of, values));
      });
    }
}

TEST(DigestKernel, SumsWhatPlainCodeSums) {
  check<std::uint8_t>(1);
  check<std::uint16_t>(2);
  check<std::uint32_t>(3);
}

template <class Value>
void check_extremes(Value value) {
  SCOPED_TRACE(testing::Message() << "values of " << std::uint64_t{value});
  const std::size_t step = digest_stretch + digest_slack;
  const std::vector<Value> values(digest_stretch, value);
  for (const std::int16_t digit :
       {std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()}) {
    const std::vector<std::int16_t> digits(digest_digits * step, digit);
    const DigestDigits of{digits.data(), step};
    test::on_every_target(
        [&] { EXPECT_EQ(digit_sums(of, std::span<const Value>(values)), plain_sums(of, values)); });
  }
}

TEST(DigestKernel, DoesNotOverflow) {
  for (unsigned bits = 1; bits <= 32; ++bits) {
    const std::uint32_t value = 0xffffffff >> (32 - bits);
    if (bits <= 8) check_extremes(static_cast<std::uint8_t>(value));
    if (bits <= 16) check_extremes(static_cast<std::uint16_t>(value));
    check_extremes(value);
  }
}

}  // namespace
}  // namespace grundy::kernels
