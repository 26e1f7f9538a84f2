// The kernel of value sets against sets of numbers, on planes of every small shape.
#include "kernels/ray/nimbers.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::uint64_t seed = 1939;
constexpr std::size_t slices = 6;

// Lines of a plane: along diagonals, along rows, along columns, and single positions. If there are
// more directions some of them repeat, or, if these are to be apart, are single positions too.
std::vector<PlaneLine> lines_of(std::size_t directions, std::int64_t rows, std::int64_t columns,
                                bool apart, std::int64_t& count) {
  std::vector<PlaneLine> lines;
  count = 0;
  const auto add = [&](std::int64_t first, std::int64_t row, std::int64_t column,
                       std::int64_t numbers) {
    lines.push_back({count + first, row, column});
    count += numbers;
  };
  add(columns - 1, 1, -1, rows + columns - 1);
  if (lines.size() < directions) add(0, 1, 0, rows);
  if (lines.size() < directions) add(0, 0, 1, columns);
  if (lines.size() < directions) add(0, columns, 1, rows * columns);
  while (lines.size() < directions)
    if (apart)
      add(0, 1, rows, rows * columns);
    else
      lines.push_back(lines[lines.size() % 4]);
  return lines;
}

// Sets with random values in them, dense at the low end, as numbers.
using Sets = std::vector<std::set<std::size_t>>;

Sets random_sets(std::mt19937_64& engine, std::int64_t count) {
  Sets sets(static_cast<std::size_t>(count));
  for (auto& set : sets) {
    const std::size_t full = engine() % 600;
    for (std::size_t value = 0; value < full; ++value)
      if (engine() % 64 != 0) set.insert(value);
  }
  return sets;
}

struct alignas(32) Slice {
  std::uint64_t words[slice_words] = {};
};

std::vector<Slice> as_bits(const Sets& sets) {
  std::vector<Slice> bits(slices * sets.size());
  for (std::size_t line = 0; line < sets.size(); ++line)
    for (const std::size_t value : sets[line])
      bits[value / slice_values * sets.size() + line].words[value % slice_values / 64] |=
          std::uint64_t{1} << value % 64;
  return bits;
}

bool same(const std::vector<Slice>& a, const std::vector<Slice>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Slice& x, const Slice& y) {
    return std::equal(std::begin(x.words), std::end(x.words), std::begin(y.words));
  });
}

// What the kernel is to do, in the plainest order.
template <class Cell>
void expect_right(const NimberPlane<Cell>& plane, Sets sets, const std::vector<Slice>& bits,
                  const std::vector<Cell>& cells) {
  std::vector<Cell> expected(cells.size(), Cell{77});
  for (std::int64_t row = 0; row < plane.rows; ++row)
    for (std::int64_t column = std::max<std::int64_t>(0, plane.slant + row); column < plane.columns;
         ++column) {
      std::vector<std::size_t> numbers;
      for (const PlaneLine& line : plane.lines)
        numbers.push_back(
            static_cast<std::size_t>(line.first + row * line.row_step + column * line.column_step));
      for (const BentLine& line : plane.bent)
        numbers.push_back(
            static_cast<std::size_t>(line.first + line.rows[row] + line.columns[column]));
      for (const PlaneArm& arm : plane.arms)
        if (row >= arm.row && column >= arm.column)
          sets[numbers[arm.line]].insert(expected[static_cast<std::size_t>(
              row * plane.row_step + column * plane.column_step - arm.back)]);
      std::size_t mex = 0;
      for (bool taken = true; taken; mex += taken) {
        taken = false;
        for (const std::size_t number : numbers) taken = taken || sets[number].count(mex);
      }
      for (const std::size_t number : numbers) sets[number].insert(mex);
      expected[static_cast<std::size_t>(row * plane.row_step + column * plane.column_step)] =
          static_cast<Cell>(mex);
    }
  EXPECT_EQ(cells, expected);
  EXPECT_TRUE(same(bits, as_bits(sets))) << "sets differ";
}

// Stages of a few slices each, one after the other on all positions, give what one kernel call does
// with all slices: `bits` and `cells`, from `before`.
template <class Cell>
void expect_same_in_stages(const NimberPlane<Cell>& plane, const std::vector<Slice>& before,
                           const std::vector<Slice>& bits, const std::vector<Cell>& cells,
                           std::size_t slices_at_once) {
  SCOPED_TRACE(testing::Message() << "in stages of " << slices_at_once << " slices");
  const std::size_t stride = plane.sets.stride;
  std::vector<Slice> in_stages = before;
  std::vector<Cell> found(cells.size(), open_cell<Cell>);
  std::uint64_t solved = 0;
  for (std::size_t first = 0; first < slices; first += slices_at_once) {
    std::vector<Slice> stage(slices_at_once * stride / slice_words);
    std::copy_n(in_stages.begin() + static_cast<std::ptrdiff_t>(first * stride / slice_words),
                stage.size(), stage.begin());
    std::vector<Cell> closed = found;
    NimberStage<Cell> part{plane,
                           {stage[0].words, stride, slices_at_once * stride},
                           static_cast<std::uint32_t>(first * slice_values)};
    part.cells = found.data();
    const std::uint64_t now = solve_ray_stage(part);
    std::uint64_t changed = 0;
    for (std::size_t i = 0; i < found.size(); ++i) changed += found[i] != closed[i];
    EXPECT_EQ(now, changed);
    solved += now;
    std::copy_n(stage.begin(), stage.size(),
                in_stages.begin() + static_cast<std::ptrdiff_t>(first * stride / slice_words));
  }
  std::uint64_t positions = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (found[i] == open_cell<Cell>) found[i] = Cell{77};
    positions += cells[i] != 77 || found[i] != 77;
  }
  EXPECT_EQ(found, cells);
  EXPECT_TRUE(same(in_stages, bits)) << "sets differ";
  EXPECT_LE(positions, solved);
}

template <class Cell>
void expect_same_in_stages(const NimberPlane<Cell>& plane, const std::vector<Slice>& before,
                           const std::vector<Slice>& bits, const std::vector<Cell>& cells) {
  if constexpr (sizeof(Cell) > 1)
    for (const std::size_t at_once : {1U, 2U, 3U})
      expect_same_in_stages(plane, before, bits, cells, at_once);
}

// Some rows, mostly all, have no gap in the first one or two slices.
void fill_rows(std::mt19937_64& engine, const PlaneLine& line, std::int64_t rows, Sets& sets) {
  const std::size_t full = engine() % 3 * slice_values;
  for (std::int64_t row = 0; row < rows; ++row)
    if (engine() % 16 != 0)
      for (std::size_t value = 0; value < full; ++value)
        sets[static_cast<std::size_t>(line.first + row * line.row_step)].insert(value);
}

template <class Cell>
void check(std::mt19937_64& engine, std::size_t directions, std::int64_t rows, std::int64_t columns,
           std::int64_t slant, bool apart = false) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << directions << " directions, "
                                  << rows << " x " << columns << ", slant " << slant
                                  << (apart ? ", apart" : "") << ", cells of " << sizeof(Cell));
  std::int64_t count = 0;
  const std::vector<PlaneLine> lines = lines_of(directions, rows, columns, apart, count);
  Sets sets = random_sets(engine, count);
  if (apart && directions > 1) fill_rows(engine, lines[1], rows, sets);
  if (sizeof(Cell) == 1)  // values must fit
    for (auto& set : sets) set.clear();
  std::vector<Slice> bits = as_bits(sets);
  // Columns of cells lie two apart, so that a wrong step shows.
  std::vector<Cell> cells(static_cast<std::size_t>(2 * rows * columns), Cell{77});
  const NimberPlane<Cell> plane{
      {lines, {}, {}, rows, columns, slant, apart, cells.data(), 2 * columns, 2},
      {bits[0].words, sets.size() * slice_words}};
  const std::vector<Slice> before = bits;
  solve_ray_nimbers(plane);
  expect_right(plane, std::move(sets), bits, cells);
  expect_same_in_stages(plane, before, bits, cells);
}

TEST(RayNimberKernel, TakesTheLeastValueMissingFromAllLines) {
  test::on_every_target([] {
    std::mt19937_64 engine(seed);
    for (std::size_t directions = 1; directions <= 12; ++directions)  // unrolled to 10
      for (const std::int64_t rows : {1, 2, 7})
        for (const std::int64_t columns : {1, 3, 16}) {
          check<std::uint8_t>(engine, directions, rows, columns, -rows);
          check<std::uint16_t>(engine, directions, rows, columns, -rows);
          check<std::uint32_t>(engine, directions, rows, columns, -1);
        }
  });
}

TEST(RayNimberKernel, SolvesRowsInStripsWhereDirectionsAreApart) {
  test::on_every_target([] {
    std::mt19937_64 engine(seed);
    for (std::size_t directions = 1; directions <= 11; ++directions) {
      for (const std::int64_t rows : {3, 4, 9})
        for (const std::int64_t columns : {2, 3, 5})
          check<std::uint16_t>(engine, directions, rows, columns, -rows, true);
      check<std::uint8_t>(engine, directions, 4, 4, -4, true);
      check<std::uint32_t>(engine, directions, 5, 4, -5, true);
    }
  });
}

// Along diagonals and rows, and one column or row beside them.
TEST(RayNimberKernel, RaysMayBeginBesideThemselves) {
  test::on_every_target([] {
    std::mt19937_64 engine(seed);
    constexpr std::int64_t rows = 9;
    constexpr std::int64_t columns = 12;
    const std::vector<PlaneLine> lines{{rows, -1, 1}, {30, 1, 0}};
    const std::vector<PlaneArm> arms{
        {0, columns + 2, 1, 2}, {0, 2 * columns + 1, 2, 1}, {1, 3, 4, 3}};
    Sets sets = random_sets(engine, 40);
    std::vector<Slice> bits = as_bits(sets);
    std::vector<std::uint16_t> cells(static_cast<std::size_t>(rows * columns), 77);
    const NimberPlane<std::uint16_t> plane{
        {lines, {}, arms, rows, columns, -rows, false, cells.data(), columns, 1},
        {bits[0].words, sets.size() * slice_words}};
    solve_ray_nimbers(plane);
    expect_right(plane, std::move(sets), bits, cells);
  });
}

// Of moves by (2, 2), along rows, and by (0, 2).
TEST(RayNimberKernel, LinesMayBend) {
  test::on_every_target([] {
    std::mt19937_64 engine(seed);
    for (const std::int64_t rows : {1, 2, 7})
      for (const std::int64_t columns : {1, 5, 16})
        for (const std::int64_t slant : {-rows, std::int64_t{0}}) {
          SCOPED_TRACE(testing::Message() << rows << " x " << columns << ", slant " << slant);
          std::vector<std::vector<std::int64_t>> of_row(3);
          std::vector<std::vector<std::int64_t>> of_column(3);
          for (std::int64_t row = 0; row < rows; ++row) {
            of_row[0].push_back(-4 * (row / 2) + row % 2);
            of_row[1].push_back(row);
            of_row[2].push_back(2 * row);
          }
          for (std::int64_t column = 0; column < columns; ++column) {
            of_column[0].push_back(2 * column);
            of_column[1].push_back(0);
            of_column[2].push_back(column % 2);
          }
          const std::int64_t diagonals = 2 * (rows + columns + 2);
          const std::vector<BentLine> bent{
              {2 * rows, of_row[0].data(), of_column[0].data()},
              {diagonals, of_row[1].data(), of_column[1].data()},
              {diagonals + rows, of_row[2].data(), of_column[2].data()}};
          Sets sets = random_sets(engine, diagonals + 3 * rows);
          std::vector<Slice> bits = as_bits(sets);
          std::vector<std::uint16_t> cells(static_cast<std::size_t>(rows * columns), 77);
          const NimberPlane<std::uint16_t> plane{
              {{}, bent, {}, rows, columns, slant, false, cells.data(), columns, 1},
              {bits[0].words, sets.size() * slice_words}};
          const std::vector<Slice> before = bits;
          solve_ray_nimbers(plane);
          expect_right(plane, std::move(sets), bits, cells);
          expect_same_in_stages(plane, before, bits, cells);
        }
  });
}

TEST(RayNimberKernel, LongAndSlantedPlanes) {
  test::on_every_target([] {
    std::mt19937_64 engine(seed);
    for (const std::int64_t side : {63, 64})
      for (const std::int64_t slant : {-side, std::int64_t{-3}, std::int64_t{0}, std::int64_t{5}})
        check<std::uint16_t>(engine, 3, side, side + 1, slant);
    check<std::uint16_t>(engine, most_plane_lines, 5, 6, 0);
  });
}

}  // namespace
}  // namespace grundy::kernels
