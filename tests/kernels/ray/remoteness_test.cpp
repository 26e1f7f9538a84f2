// The kernel of remoteness against its definition, on planes of every small shape.
#include "kernels/ray/remoteness.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace grundy::kernels {
namespace {

// What a line has met: all cells so far.
using Met = std::map<std::int64_t, std::vector<std::uint32_t>>;

std::uint32_t cell_of(const std::vector<std::uint32_t>& options, bool misere) {
  std::uint32_t least_p = ~0U;
  std::uint32_t greatest = 0;
  for (const std::uint32_t option : options) {
    if (option % 2 == 0) least_p = std::min(least_p, option / 2);
    greatest = std::max(greatest, option / 2);
  }
  if (least_p != ~0U) return 2 * (1 + least_p) + 1;
  if (options.empty()) return misere ? 1 : 0;
  return 2 * (1 + greatest);
}

// The number by which a line remembers cells.
std::uint32_t number_of(const std::vector<std::uint32_t>& cells) {
  std::uint32_t number = 0;
  for (const std::uint32_t cell : cells)
    number = std::max(number, cell % 2 == 0 ? ~(cell / 2) : 1 + cell / 2);
  return number;
}

template <class Cell>
void check(std::mt19937_64& engine, const Plane<Cell>& shape, std::int64_t count, bool misere) {
  Met met;
  for (std::int64_t line = 0; line < count; ++line)
    for (std::size_t left = engine() % 3; left > 0; --left)
      met[line].push_back(static_cast<std::uint32_t>(engine() % 1000));
  std::vector<std::uint32_t> numbers;
  for (std::int64_t line = 0; line < count; ++line) numbers.push_back(number_of(met[line]));
  std::vector<Cell> cells(static_cast<std::size_t>(shape.rows * shape.row_step), 77);
  std::vector<Cell> expected = cells;
  RemotenessPlane<Cell> plane{shape, numbers.data(), misere};
  plane.cells = cells.data();
  solve_ray_remoteness(plane);
  for (std::int64_t row = 0; row < shape.rows; ++row)
    for (std::int64_t column = std::max<std::int64_t>(0, shape.slant + row); column < shape.columns;
         ++column) {
      std::vector<std::int64_t> lines;
      for (const PlaneLine& line : shape.lines)
        lines.push_back(line.first + row * line.row_step + column * line.column_step);
      for (const BentLine& line : shape.bent)
        lines.push_back(line.first + line.rows[row] + line.columns[column]);
      for (const PlaneArm& arm : shape.arms)
        if (row >= arm.row && column >= arm.column)
          met[lines[arm.line]].push_back(expected[static_cast<std::size_t>(
              row * shape.row_step + column * shape.column_step - arm.back)]);
      std::vector<std::uint32_t> options;
      for (const std::int64_t line : lines)
        options.insert(options.end(), met[line].begin(), met[line].end());
      const std::uint32_t cell = cell_of(options, misere);
      for (const std::int64_t line : lines) met[line].push_back(cell);
      expected[static_cast<std::size_t>(row * shape.row_step + column * shape.column_step)] =
          static_cast<Cell>(cell);
    }
  EXPECT_EQ(cells, expected);
  for (std::int64_t line = 0; line < count; ++line)
    ASSERT_EQ(numbers[static_cast<std::size_t>(line)], number_of(met[line])) << "line " << line;
}

constexpr std::uint64_t seed = 1966;

// Along diagonals, rows, columns, and by (1, 2); more directions repeat these.
template <class Cell>
void check_lines(std::mt19937_64& engine, std::size_t directions, std::int64_t rows,
                 std::int64_t columns, std::int64_t slant) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << directions << " directions, "
                                  << rows << " x " << columns << ", slant " << slant);
  const std::int64_t sides = rows + columns;
  const std::vector<PlaneLine> kinds{
      {rows, -1, 1}, {sides, 1, 0}, {sides + rows, 0, 1}, {2 * sides + 2 * rows, -2, 1}};
  std::vector<PlaneLine> lines;
  while (lines.size() < directions) lines.push_back(kinds[lines.size() % kinds.size()]);
  for (const bool misere : {false, true})
    check<Cell>(engine, {lines, {}, {}, rows, columns, slant, false, nullptr, 2 * columns, 2},
                2 * sides + 2 * rows + columns, misere);
}

TEST(RayRemotenessKernel, FollowsTheDefinition) {
  std::mt19937_64 engine(seed);
  for (std::size_t directions = 1; directions <= 9; ++directions)  // unrolled to 7
    for (const std::int64_t rows : {1, 2, 7})
      for (const std::int64_t columns : {1, 3, 16})
        for (const std::int64_t slant : {-rows, std::int64_t{-1}, std::int64_t{2}}) {
          check_lines<std::uint16_t>(engine, directions, rows, columns, slant);
          check_lines<std::uint32_t>(engine, directions, rows, columns, slant);
        }
  check_lines<std::uint16_t>(engine, most_plane_lines, most_plane_rows, 5, 0);
}

// Along diagonals and rows, and one column beside either.
TEST(RayRemotenessKernel, RaysMayBeginBesideThemselves) {
  std::mt19937_64 engine(seed);
  constexpr std::int64_t rows = 9;
  constexpr std::int64_t columns = 12;
  const std::vector<PlaneLine> lines{{rows, -1, 1}, {30, 1, 0}};
  const std::vector<PlaneArm> arms{
      {0, columns + 2, 1, 2}, {0, 2 * columns + 1, 2, 1}, {1, 3, 4, 3}};
  for (const bool misere : {false, true}) {
    check<std::uint16_t>(
        engine, {lines, {}, arms, rows, columns, -rows, false, nullptr, columns, 1}, 40, misere);
    check<std::uint32_t>(
        engine, {lines, {}, arms, rows, columns, -rows, false, nullptr, columns, 1}, 40, misere);
  }
}

// Of moves by (2, 2) and along rows.
TEST(RayRemotenessKernel, LinesMayBend) {
  std::mt19937_64 engine(seed);
  constexpr std::int64_t rows = 7;
  constexpr std::int64_t columns = 9;
  std::vector<std::int64_t> by_twos;
  std::vector<std::int64_t> in_twos;
  const std::vector<std::int64_t> nothing(columns);
  std::vector<std::int64_t> number;
  for (std::int64_t row = 0; row < rows; ++row) {
    by_twos.push_back(-4 * (row / 2) + row % 2);
    number.push_back(row);
  }
  for (std::int64_t column = 0; column < columns; ++column) in_twos.push_back(2 * column);
  const std::vector<BentLine> bent{{2 * rows, by_twos.data(), in_twos.data()},
                                   {40, number.data(), nothing.data()}};
  for (const bool misere : {false, true})
    check<std::uint16_t>(engine, {{}, bent, {}, rows, columns, -rows, false, nullptr, columns, 1},
                         50, misere);
}

}  // namespace
}  // namespace grundy::kernels
