// Planes whose axes change places, cell by cell against the definition.
#include "kernels/transpose.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

// Cells beyond rows and columns are to stay as they are.
template <class Cell>
void check(std::size_t rows, std::size_t columns, std::size_t gap, std::mt19937_64& random) {
  SCOPED_TRACE(testing::Message() << sizeof(Cell) << " bytes, " << rows << " x " << columns);
  const std::size_t from_step = rows + gap;
  const std::size_t to_step = columns + gap;
  std::vector<Cell> from(from_step * columns + 1);
  std::vector<Cell> before(to_step * rows + 1);
  for (Cell& cell : from) cell = static_cast<Cell>(random());
  for (Cell& cell : before) cell = static_cast<Cell>(random());
  std::vector<Cell> expected = before;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) expected[r * to_step + c] = from[c * from_step + r];
  test::on_every_target([&] {
    std::vector<Cell> to = before;
    transpose({from.data(), static_cast<std::ptrdiff_t>(from_step)},
              {to.data(), static_cast<std::ptrdiff_t>(to_step)}, rows, columns);
    EXPECT_EQ(to, expected);
  });
}

TEST(TransposeKernel, PutsEveryCellWhereItBelongs) {
  std::mt19937_64 random(/*seed=*/7);
  for (const std::size_t rows : {0u, 1u, 3u, 4u, 7u, 8u, 9u, 15u, 16u, 17u, 33u})
    for (const std::size_t columns : {0u, 1u, 4u, 5u, 8u, 11u, 16u, 31u, 48u})
      for (const std::size_t gap : {0u, 3u}) {
        check<std::uint8_t>(rows, columns, gap, random);
        check<std::uint16_t>(rows, columns, gap, random);
        check<std::uint32_t>(rows, columns, gap, random);
      }
}

template <class Cell>
void check_mirror(std::size_t side, std::size_t gap, std::mt19937_64& random) {
  SCOPED_TRACE(testing::Message() << sizeof(Cell) << " bytes, side " << side);
  const std::size_t step = side + gap;
  std::vector<Cell> before(step * side + 1);
  for (Cell& cell : before) cell = static_cast<Cell>(random());
  std::vector<Cell> expected = before;
  for (std::size_t r = 0; r < side; ++r)
    for (std::size_t c = 0; c < r; ++c) expected[r * step + c] = before[c * step + r];
  test::on_every_target([&] {
    std::vector<Cell> cells = before;
    mirror({cells.data(), static_cast<std::ptrdiff_t>(step)}, side);
    EXPECT_EQ(cells, expected);
  });
}

TEST(TransposeKernel, MirrorsWhatIsAboveTheDiagonal) {
  std::mt19937_64 random(/*seed=*/8);
  for (std::size_t side = 0; side < 50; ++side)
    for (const std::size_t gap : {0u, 5u}) {
      check_mirror<std::uint8_t>(side, gap, random);
      check_mirror<std::uint16_t>(side, gap, random);
      check_mirror<std::uint32_t>(side, gap, random);
    }
}

}  // namespace
}  // namespace grundy::kernels
