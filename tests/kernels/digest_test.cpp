// Digests by vectors against their definition.
#include "kernels/digest.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/digest.hpp"
#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 1000};
constexpr std::uint64_t largest = ~std::uint64_t{0};

Digest as_digest(const DigestSum& sum) {
  return {sum.high, sum.low};
}

TEST(DigestKernel, OfValuesIsThatOfTheirPositions) {
  std::mt19937_64 random(1);
  for (const std::size_t count : counts)
    for (const std::uint64_t rank : {std::uint64_t{0}, std::uint64_t{0xfffffffe}, largest - 2000}) {
      std::vector<std::uint32_t> values;
      for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<std::uint32_t>(random() >> (32 + random() % 32)));
      Digest expected;
      for (std::size_t i = 0; i < count; ++i) expected.add(rank + i, values[i]);
      SCOPED_TRACE(testing::Message() << count << " values from " << rank);
      test::on_every_target(
          [&] { EXPECT_EQ(as_digest(digest_of_values(rank, values)), expected); });
    }
}

TEST(DigestKernel, OfZerosIsThatOfTheirRanks) {
  std::mt19937_64 random(2);
  for (const std::size_t count : counts) {
    std::vector<std::uint64_t> ranks;
    for (std::size_t i = 0; i < count; ++i) ranks.push_back(random() >> random() % 64);
    Digest expected;
    for (const std::uint64_t rank : ranks) expected.add(rank, 0);
    SCOPED_TRACE(testing::Message() << count << " ranks");
    test::on_every_target([&] { EXPECT_EQ(as_digest(digest_of_zeros(ranks)), expected); });
  }
}

// Many low words make carries certain.
TEST(DigestKernel, LosesNoCarry) {
  const std::vector<std::uint32_t> values(100'000, 4'000'000'000);
  Digest expected;
  for (std::size_t i = 0; i < values.size(); ++i) expected.add(i, values[i]);
  test::on_every_target([&] { EXPECT_EQ(as_digest(digest_of_values(0, values)), expected); });
}

}  // namespace
}  // namespace grundy::kernels
