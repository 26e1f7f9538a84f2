// What is known of the nimbers of rays before they are solved.
#include "ray/nimber_task.hpp"

#include <gtest/gtest.h>

namespace grundy::ray {
namespace {

std::uint64_t largest_value(std::vector<family::Direction> directions) {
  return plan_nimbers({std::move(directions)}, {{0, 1, 0}, {300, 201, 900}}, {}).largest_value;
}

TEST(NimberTask, AreAtMostTheNumberOfOptionsAndTheLengthOfPlay) {
  EXPECT_EQ(largest_value({{1, 0, 0}}), 300U);
  EXPECT_EQ(largest_value({{1, 1, 0}}), 200U);
  EXPECT_EQ(largest_value({{1, 0, 0}, {0, 1, 0}}), 500U);
  EXPECT_EQ(largest_value({{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), 500U);
}

unsigned cell_bytes(std::int64_t high) {
  return plan_nimbers({{{1}}}, {{0}, {high}}, {}).cell_bytes;
}

TEST(NimberTask, StandInTheNarrowestCellsThatHoldThem) {
  EXPECT_EQ(cell_bytes(255), 1U);
  EXPECT_EQ(cell_bytes(256), 2U);
  EXPECT_EQ(cell_bytes(65535), 2U);
  EXPECT_EQ(cell_bytes(65536), 4U);
}

// Four rows: kernels::strip_rows.
TEST(NimberTask, TilesHaveWholeStripsOfRows) {
  const auto sides = [](std::int64_t high, const AxisGroups& groups) {
    const Box box{{0, 0}, {high, high}};
    return plan_nimbers({{{1, 0}, {0, 1}}}, box, groups).tile_sides;
  };
  EXPECT_EQ(sides(33, {}), (Position{20, 17}));
  EXPECT_EQ(sides(33, {{0, 1}}), (Position{20, 20}));
  EXPECT_EQ(sides(20, {}), (Position{21, 21}));
}

}  // namespace
}  // namespace grundy::ray
