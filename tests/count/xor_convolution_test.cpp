// Xor convolution against its definition, with fewer and with more entries than the transform asks.
#include "ask/count/xor_convolution.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <random>

namespace grundy::count {
namespace {

constexpr Number largest = ~(Number{1} << 127);

struct Kind {
  std::size_t size_a, size_b;
  double filled;       // the part of the entries that are not empty
  std::uint64_t most;  // of a count
  std::optional<std::int64_t> modulus;
  bool sums;
};
void PrintTo(const Kind& kind, std::ostream* stream) {
  *stream << kind.size_a << " by " << kind.size_b << ", filled " << kind.filled << ", modulus "
          << kind.modulus.value_or(0);
}

class XorConvolution : public testing::TestWithParam<Kind> {
 protected:
  Histogram histogram(std::size_t size) {
    Histogram result(size);
    for (Amount& amount : result) {
      if (std::bernoulli_distribution(1 - GetParam().filled)(random_)) continue;
      amount.count = static_cast<Number>(random_() % GetParam().most);
      if (!GetParam().sums) continue;
      // Coordinates may be below 0, but what is taken modulo something is not.
      amount.sum = static_cast<Number>(random_() % GetParam().most);
      if (!GetParam().modulus && random_() % 2 == 0) amount.sum = -amount.sum;
    }
    return result;
  }

 private:
  std::mt19937_64 random_{/*seed=*/2310};
};

TEST_P(XorConvolution, IsItsDefinition) {
  const Kind& kind = GetParam();
  const Histogram a = histogram(kind.size_a);
  const Histogram b = histogram(kind.size_b);
  Histogram expected(std::max(a.size(), b.size()));
  for (std::size_t x = 0; x < a.size(); ++x)
    for (std::size_t y = 0; y < b.size(); ++y) {
      Amount& to = expected[x ^ y];
      to.count += a[x].count * b[y].count;
      to.sum += a[x].sum * b[y].count + a[x].count * b[y].sum;
      if (kind.modulus) to = {to.count % *kind.modulus, to.sum % *kind.modulus};
    }
  Arithmetic arithmetic(kind.modulus, kind.sums);
  const Histogram result = convolve(a, b, arithmetic);
  EXPECT_FALSE(arithmetic.overflowed());
  ASSERT_EQ(result.size(), expected.size());
  for (std::size_t z = 0; z < result.size(); ++z) {
    ASSERT_TRUE(result[z].count == expected[z].count) << z;
    ASSERT_TRUE(result[z].sum == expected[z].sum) << z;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, XorConvolution,
    testing::Values(Kind{1, 1, 1, 100, {}, true}, Kind{1, 64, 1, 100, {}, true},
                    Kind{4096, 4096, 1, 1 << 20, {}, true},
                    Kind{2048, 4096, 1, std::uint64_t{1} << 57, {}, true},
                    Kind{4096, 2048, 1, std::uint64_t{1} << 57, {}, false},
                    Kind{4096, 4096, 0.01, 1 << 20, {}, true},
                    Kind{4096, 4096, 1, 1'000'000'007, 1'000'000'007, true},
                    Kind{2048, 2048, 1, 1 << 20, std::int64_t{1} << 62, true}));

// One entry that just fits, and one that does not, by products and by the transform.
TEST(XorConvolution, NoticesWhatExceeds127Bits) {
  for (const std::size_t size : {std::size_t{2}, std::size_t{4096}}) {
    const Histogram ones(size, Amount{1, 0});
    Histogram large(size, Amount{0, 0});
    for (std::size_t x = 0; x < size; ++x) large[x].count = largest / static_cast<Number>(size);
    Arithmetic arithmetic(std::nullopt, false);
    const Histogram fits = convolve(ones, large, arithmetic);
    EXPECT_FALSE(arithmetic.overflowed());
    EXPECT_TRUE(fits[0].count == largest / static_cast<Number>(size) * static_cast<Number>(size));
    large[0].count += static_cast<Number>(size);
    convolve(ones, large, arithmetic);
    EXPECT_TRUE(arithmetic.overflowed());
    Arithmetic another(std::nullopt, false);
    convolve(large, large, another);
    EXPECT_TRUE(another.overflowed());
  }
}

}  // namespace
}  // namespace grundy::count
