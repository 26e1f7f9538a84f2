// What rays have in common.
#include <gtest/gtest.h>

#include "methods/rays/rays.hpp"

namespace grundy::ray {
namespace {

TEST(RayAxis, IsTheLastCoordinateThatARayChangesAlone) {
  const Box box{{0, 0, 0}, {5, 5, 5}};
  EXPECT_EQ(ray_axis({{{1, 0, 0}, {0, 1, 0}, {1, 1, 1}}}, box), 1U);
  EXPECT_EQ(ray_axis({{{0, 1, 0}, {1, 0, 0}}}, box), 1U);
  EXPECT_EQ(ray_axis({{{1, 1, 0}}}, box), std::nullopt);
}

TEST(RayAxis, IsTheLongestOfThese) {
  EXPECT_EQ(ray_axis({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {{0, 0, 0}, {5, 6, 5}}), 1U);
  EXPECT_EQ(ray_axis({{{1, 0, 0}, {0, 1, 0}}}, {{0, 3, 0}, {5, 8, 9}}), 1U);
  EXPECT_EQ(ray_axis({{{1, 0, 0}, {0, 1, 0}}}, {{0, 4, 0}, {5, 8, 9}}), 0U);
}

}  // namespace
}  // namespace grundy::ray
