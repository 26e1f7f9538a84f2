// Counts of values by vectors against plain ones.
#include "kernels/counting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::size_t sizes[] = {0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 200, 4096, 70001};

template <class Value>
void check(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << sizeof(Value) << " bytes");
  std::mt19937_64 random(seed);
  for (const std::size_t size : sizes)
    for (const std::uint64_t values_in_all :
         {std::uint64_t{1}, std::uint64_t{9}, std::uint64_t{std::numeric_limits<Value>::max()}}) {
      std::vector<Value> values(size);
      for (Value& value : values) value = static_cast<Value>(random() % values_in_all);
      if (size != 0 && values_in_all > 9)
        values[random() % size] = std::numeric_limits<Value>::max();
      std::vector<std::uint32_t> expected(11);
      for (const Value value : values)
        if (value < expected.size()) ++expected[value];
      const std::uint32_t most = size == 0 ? 0 : *std::ranges::max_element(values);
      SCOPED_TRACE(testing::Message() << size << " values below " << values_in_all);
      test::on_every_target([&] {
        const std::span<const Value> all(values);
        EXPECT_EQ(largest(all), most);
        std::vector<std::uint32_t> counts(expected.size(), 77);
        count_each(all, counts);
        EXPECT_EQ(counts, expected);
      });
    }
}

TEST(CountingKernel, CountsWhatPlainCodeCounts) {
  check<std::uint8_t>(1);
  check<std::uint16_t>(2);
  check<std::uint32_t>(3);
}

TEST(CountingKernel, CountsBitsThatAreInBoth) {
  std::mt19937_64 random(4);
  for (const std::size_t size : sizes) {
    std::vector<std::uint64_t> a(size), b(size);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < size; ++i) {
      a[i] = i % 5 == 0 ? ~std::uint64_t{0} : random();
      b[i] = i % 3 == 0 ? ~std::uint64_t{0} : random();
      for (int bit = 0; bit < 64; ++bit) expected += a[i] >> bit & b[i] >> bit & 1;
    }
    SCOPED_TRACE(testing::Message() << size << " words");
    test::on_every_target([&] { EXPECT_EQ(count_common(a, b), expected); });
  }
}

}  // namespace
}  // namespace grundy::kernels
