// What rays have in common.
#include "ray/symmetry.hpp"

#include <gtest/gtest.h>

namespace grundy::ray {
namespace {

TEST(RayAxis, IsTheLastCoordinateThatARayChangesAlone) {
  EXPECT_EQ(ray_axis({{{1, 0, 0}, {0, 1, 0}, {1, 1, 1}}}), 1U);
  EXPECT_EQ(ray_axis({{{0, 1, 0}, {1, 0, 0}}}), 1U);
  EXPECT_EQ(ray_axis({{{1, 1, 0}}}), std::nullopt);
}

}  // namespace
}  // namespace grundy::ray
