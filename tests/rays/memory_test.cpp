// What lines and cells take, as estimated.
#include <gtest/gtest.h>

#include <algorithm>

#include "methods/rays/cells.hpp"
#include "methods/rays/value_lines.hpp"

namespace grundy::ray {
namespace {

// Any amount from one pile or the same from two.
Rays three_piles() {
  return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}};
}

Box box_to(Position high) {
  return {Position(high.size(), 0), std::move(high)};
}

TEST(ValueLines, TooManyToCount) {
  const Rays rays{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}}};
  const Box box = box_to(Position(4, std::int64_t{1} << 40));
  EXPECT_EQ(number_lines(rays, {}, box).count, ~std::uint64_t{0});
  EXPECT_EQ(memory_of(plan_cells(rays, box, {})).total(), ~std::uint64_t{0});
  // Of each direction they can be counted, of all three not.
  const Box square = box_to(Position(2, (std::int64_t{1} << 62) - 2));
  EXPECT_EQ(number_lines({{{1, 0}, {0, 1}, {1, 1}}}, {}, square).count, ~std::uint64_t{0});
}

TEST(CellMemory, CountsTheCellsThatAreAllocated) {
  const Rays rays = three_piles();
  for (const std::int64_t high : {0, 30, 31, 63, 300}) {
    const Box box = box_to({high, high, high});
    const CellTask task = plan_cells(rays, box, {{0, 1, 2}});
    const tiles::TileGrid grid(box, task.groups, task.tile_sides);
    const std::uint64_t cells = grid.tiles() * *grid.tile(0).volume();
    EXPECT_EQ(memory_of(task).cells, cells * task.cell_bytes) << high;
  }
}

// The pages of sets that are touched are those up to the largest value.
TEST(CellMemory, IsEstimatedFromASmallerBox) {
  const Rays rays = three_piles();
  const CellTask little = plan_cells(rays, box_to({60, 60, 60}), {{0, 1, 2}});
  EXPECT_EQ(solving_bytes(little), memory_of(little).total());
  const CellTask task = plan_cells(rays, box_to({400, 400, 400}), {{0, 1, 2}});
  const auto executor = parallel::make_executor("openmp", 2);
  const auto solved = solve_cells(task, **executor);
  ASSERT_TRUE(solved);
  std::uint32_t largest = 0;
  std::vector<std::uint32_t> row(401);
  for (std::int64_t a = 0; a <= 400; a += 4)
    for (std::int64_t b = a; b <= 400; ++b) {
      std::get<SortedCells>(*solved).read({a, b, 0}, row);
      largest = std::max(largest, *std::max_element(row.begin(), row.end()));
    }
  const CellMemory most = memory_of(task);
  const std::uint64_t slices = task.largest_value / 256 + 1;
  const double touched =
      static_cast<double>(most.lines) * (largest / 256.0 + 0.5) / static_cast<double>(slices);
  const auto estimated = static_cast<double>(solving_bytes(task) - most.cells);
  EXPECT_LT(estimated, static_cast<double>(most.lines));
  // Enough, and not much more: what is estimated may be given back as the available memory.
  EXPECT_GE(estimated / touched, 1) << "largest " << largest << " of " << task.largest_value;
  EXPECT_LE(estimated / touched, 1.15);
}

}  // namespace
}  // namespace grundy::ray
