// What is known of the values of rays before they are solved.
#include "methods/rays/cell_task.hpp"

#include <gtest/gtest.h>

namespace grundy::ray {
namespace {

std::uint64_t largest_value(std::vector<family::Direction> directions) {
  return plan_cells({std::move(directions)}, {{0, 1, 0}, {300, 201, 900}}, {}).largest_value;
}

TEST(CellTask, AreAtMostTheNumberOfOptionsAndTheLengthOfPlay) {
  EXPECT_EQ(largest_value({{1, 0, 0}}), 300U);
  EXPECT_EQ(largest_value({{1, 1, 0}}), 200U);
  EXPECT_EQ(largest_value({{1, 0, 0}, {0, 1, 0}}), 500U);
  EXPECT_EQ(largest_value({{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), 500U);
  EXPECT_EQ(largest_value({{1, 3, 0}}), 66U);
}

unsigned cell_bytes(std::int64_t high, Quantity quantity = Quantity::nimber) {
  return plan_cells({{{1}}}, {{0}, {high}}, {}, quantity).cell_bytes;
}

TEST(CellTask, StandInTheNarrowestCellsThatHoldThem) {
  EXPECT_EQ(cell_bytes(255), 1U);
  EXPECT_EQ(cell_bytes(256), 2U);
  EXPECT_EQ(cell_bytes(65535), 2U);
  EXPECT_EQ(cell_bytes(65536), 4U);
  EXPECT_EQ(cell_bytes(0x7fff, Quantity::remoteness), 2U);
  EXPECT_EQ(cell_bytes(0x8000, Quantity::remoteness), 4U);
}

// Four rows: kernels::strip_rows.
TEST(CellTask, TilesHaveWholeStripsOfRows) {
  const auto sides = [](std::int64_t high, const AxisGroups& groups) {
    const Box box{{0, 0}, {high, high}};
    return plan_cells({{{1, 0}, {0, 1}}}, box, groups).tile_sides;
  };
  EXPECT_EQ(sides(33, {}), (Position{20, 17}));
  EXPECT_EQ(sides(33, {{0, 1}}), (Position{20, 20}));
  EXPECT_EQ(sides(20, {}), (Position{21, 21}));
}

}  // namespace
}  // namespace grundy::ray
