#include "base/box.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace grundy {
namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();

TEST(Box, RanksCountInCOrder) {
  const Box box{{2, -1, 0}, {4, 1, 3}};
  std::uint64_t rank = 0;
  for (std::int64_t a = 2; a <= 4; ++a)
    for (std::int64_t b = -1; b <= 1; ++b)
      for (std::int64_t c = 0; c <= 3; ++c, ++rank) {
        EXPECT_EQ(box.rank({a, b, c}), rank);
        EXPECT_EQ(box.position(rank), (Position{a, b, c}));
      }
  EXPECT_EQ(box.volume(), rank);
}

TEST(Box, StridesAreRankDistances) {
  const Box box{{2, -1, 0}, {4, 1, 3}};
  const auto strides = box.strides();
  ASSERT_EQ(strides, (std::vector<std::int64_t>{12, 4, 1}));
  EXPECT_EQ(static_cast<std::int64_t>(box.rank({3, 0, 2}) - box.rank({2, 0, 2})), strides[0]);
  EXPECT_EQ(static_cast<std::int64_t>(box.rank({3, 1, 2}) - box.rank({3, 0, 2})), strides[1]);
}

TEST(Box, ContainsBothEndsAndNothingBeyond) {
  const Box box{{1, 0}, {3, 2}};
  for (const Position& inside : {Position{1, 0}, Position{3, 2}, Position{2, 1}})
    EXPECT_TRUE(box.contains(inside)) << to_string(inside);
  for (const Position& outside :
       {Position{0, 0}, Position{4, 0}, Position{1, -1}, Position{1, 3}, Position{1}})
    EXPECT_FALSE(box.contains(outside)) << to_string(outside);
}

TEST(Box, ContainsABoxExactlyWhenItContainsItsCorners) {
  const Box box{{0, 0}, {9, 9}};
  EXPECT_TRUE(box.contains(box));
  EXPECT_TRUE(box.contains(Box{{3, 4}, {3, 4}}));
  EXPECT_FALSE(box.contains(Box{{0, 0}, {9, 10}}));
  EXPECT_FALSE(box.contains(Box{{-1, 0}, {9, 9}}));
}

TEST(Box, VolumeFitsOrIsRefused) {
  EXPECT_EQ((Box{{0}, {int64_max - 1}}).volume(), static_cast<std::uint64_t>(int64_max));
  EXPECT_EQ((Box{{0}, {int64_max}}).volume(), std::nullopt);          // 2^63
  EXPECT_EQ((Box{{int64_min}, {int64_max}}).volume(), std::nullopt);  // 2^64
  const std::int64_t side = std::int64_t{1} << 31;
  EXPECT_EQ((Box{{1, 1}, {side, side}}).volume(), std::uint64_t{1} << 62);
  EXPECT_EQ((Box{{1, 1, 1}, {side, side, 2}}).volume(), std::nullopt);  // 2^63
}

TEST(Box, WithoutCoordinatesHoldsOnePosition) {
  const Box box;
  EXPECT_EQ(box.volume(), 1u);
  EXPECT_TRUE(box.contains(Position{}));
  EXPECT_EQ(box.rank({}), 0u);
}

TEST(Position, ReadsAsInTheRules) {
  EXPECT_EQ(to_string(Position{3, -4, 5}), "(3, -4, 5)");
  EXPECT_EQ(to_string(Position{7}), "(7)");
}

}  // namespace
}  // namespace grundy
