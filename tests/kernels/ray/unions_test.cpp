// The kernels of lines that gather from others, against sets of numbers.
#include "kernels/ray/unions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::uint64_t seed = 1910;
constexpr std::size_t slices = 4;
constexpr std::size_t most_before = 300;  // values that lines have in the beginning

using Sets = std::vector<std::set<std::uint32_t>>;

struct alignas(32) Slice {
  std::uint64_t words[slice_words] = {};
  friend bool operator==(const Slice&, const Slice&) = default;
};

std::vector<Slice> as_bits(const Sets& sets) {
  std::vector<Slice> bits(slices * sets.size());
  for (std::size_t line = 0; line < sets.size(); ++line)
    for (const std::uint32_t value : sets[line])
      bits[value / slice_values * sets.size() + line].words[value % slice_values / 64] |=
          std::uint64_t{1} << value % 64;
  return bits;
}

// Lines of a plane, along diagonals, rows and columns in turn, each with numbers of its own. Some
// gather from later ones; at least one has options.
struct Shape {
  std::vector<PlaneLine> lines;
  std::vector<Gatherer> gatherers;
  std::int64_t numbers = 0;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t slant;

  Shape(std::mt19937_64& engine, std::size_t count, std::int64_t of_rows, std::int64_t of_columns,
        std::int64_t of_slant)
      : rows(of_rows), columns(of_columns), slant(of_slant) {
    const std::vector<PlaneLine> kinds{{rows - 1, -1, 1}, {0, 1, 0}, {0, 0, 1}};
    for (std::size_t i = 0; i < count; ++i) {
      PlaneLine line = kinds[engine() % kinds.size()];
      line.first += numbers;
      lines.push_back(line);
      numbers += rows + columns;
      gatherers.push_back({i + engine() % (count - i), engine() % 3 > 0});
    }
    gatherers[engine() % count].has_options = true;
    // Those that gather from positions come last, as they do in use.
    std::size_t plain = engine() % count;
    for (std::size_t i = plain; i < count; ++i) gatherers[i].from = i;
    for (std::size_t i = 0; i < plain; ++i) gatherers[i].from = std::max(gatherers[i].from, i + 1);
  }

  template <class Cell>
  UnionPlane<Cell> plane(std::vector<Cell>& cells) const {
    return {{lines, {}, {}, rows, columns, slant, false, cells.data(), 2 * columns, 2, most_before},
            gatherers};
  }
  std::size_t cells() const { return static_cast<std::size_t>(2 * rows * columns); }

  // Calls solve(cell, numbers of lines) for each position, in the plainest order.
  template <class Solve>
  void for_each_position(const Solve& solve) const {
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = std::max<std::int64_t>(0, slant + row); column < columns;
           ++column) {
        std::vector<std::size_t> of_lines;
        for (const PlaneLine& line : lines)
          of_lines.push_back(static_cast<std::size_t>(line.first + row * line.row_step +
                                                      column * line.column_step));
        solve(static_cast<std::size_t>(2 * (row * columns + column)), of_lines);
      }
  }
};

template <class Cell>
void expect_right_nimbers(std::mt19937_64& engine, const Shape& shape) {
  Sets sets(static_cast<std::size_t>(shape.numbers));
  for (auto& set : sets)
    for (std::uint64_t left = engine() % most_before; left > 0; --left)
      if (engine() % 64) set.insert(static_cast<std::uint32_t>(left - 1));
  const std::vector<Slice> before = as_bits(sets);
  std::vector<Cell> expected(shape.cells(), 77);
  shape.for_each_position([&](std::size_t cell, const std::vector<std::size_t>& lines) {
    std::uint32_t mex = 0;
    const auto is_option = [&] {
      for (std::size_t i = 0; i < lines.size(); ++i)
        if (shape.gatherers[i].has_options && sets[lines[i]].contains(mex)) return true;
      return false;
    };
    while (is_option()) ++mex;
    expected[cell] = static_cast<Cell>(mex);
    Sets known;
    for (const std::size_t line : lines) known.push_back(sets[line]);
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (const std::size_t from = shape.gatherers[i].from; from == i)
        sets[lines[i]].insert(mex);
      else
        sets[lines[i]].insert(known[from].begin(), known[from].end());
  });
  test::on_every_target([&] {
    std::vector<Slice> bits = before;
    std::vector<Cell> cells(shape.cells(), 77);
    solve_nimber_unions(NimberUnions<Cell>{
        shape.plane(cells), {bits[0].words, sets.size() * slice_words}, bits.size() / sets.size()});
    EXPECT_EQ(cells, expected);
    EXPECT_TRUE(bits == as_bits(sets)) << "sets differ";
  });
}

void expect_right_outcomes(std::mt19937_64& engine, const Shape& shape, bool misere) {
  std::vector<std::uint8_t> known(static_cast<std::size_t>(shape.numbers));
  for (std::uint8_t& line : known)
    line = static_cast<std::uint8_t>(engine() % 8 == 0 ? 2 : engine() % 2);
  std::vector<std::uint8_t> bytes = known;
  std::vector<std::uint8_t> expected(shape.cells(), 77);
  shape.for_each_position([&](std::size_t cell, const std::vector<std::size_t>& lines) {
    bool any = false;
    bool wins = false;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (shape.gatherers[i].has_options) {
        any = any || known[lines[i]] > 0;
        wins = wins || known[lines[i]] == 2;
      }
    wins = wins || (misere && !any);
    expected[cell] = wins ? 1 : 0;
    const std::vector<std::uint8_t> before = known;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t from = shape.gatherers[i].from;
      const std::uint8_t more = from == i ? (wins ? 1 : 2) : before[lines[from]];
      known[lines[i]] = std::max(known[lines[i]], more);
    }
  });
  std::vector<std::uint8_t> cells(shape.cells(), 77);
  solve_outcome_unions({shape.plane(cells), bytes.data(), misere});
  EXPECT_EQ(cells, expected);
  EXPECT_EQ(bytes, known);
}

TEST(UnionKernels, FollowTheDefinition) {
  std::mt19937_64 engine(seed);
  for (const std::size_t count : {1u, 2u, 3u, 5u, 10u, 11u})
    for (const std::int64_t rows : {1, 2, 7})
      for (const std::int64_t columns : {1, 3, 16})
        for (const std::int64_t slant : {-rows, std::int64_t{-1}, std::int64_t{2}}) {
          SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << count << " lines, " << rows
                                          << " x " << columns << ", slant " << slant);
          const Shape shape(engine, count, rows, columns, slant);
          expect_right_nimbers<std::uint16_t>(engine, shape);
          expect_right_nimbers<std::uint32_t>(engine, shape);
          expect_right_outcomes(engine, shape, false);
          expect_right_outcomes(engine, shape, true);
        }
  const Shape largest(engine, most_plane_lines, 3, 5, 0);
  expect_right_nimbers<std::uint16_t>(engine, largest);
  expect_right_outcomes(engine, largest, false);
}

// Values below 256 fit cells of a byte where lines begin empty.
TEST(UnionKernels, BytesHoldSmallNimbers) {
  constexpr std::int64_t side = 40;
  const std::vector<PlaneLine> lines{{0, 0, 1}, {side, 1, 0}};
  const std::vector<Gatherer> gatherers{{1, true}, {1, true}};
  test::on_every_target([&] {
    std::vector<Slice> bits(2 * side);
    std::vector<std::uint8_t> cells(side * side);
    NimberUnions<std::uint8_t> plane{
        {{lines, {}, {}, side, side, -side, false, cells.data(), side, 1}, gatherers},
        {bits[0].words, 2 * side * slice_words},
        1};
    solve_nimber_unions(plane);
    // From (a, b) to (a, b') and to (a', b') with a' < a and b' < b: the nimber is b.
    for (std::int64_t at = 0; at < side * side; ++at)
      ASSERT_EQ(cells[static_cast<std::size_t>(at)], at % side);
  });
}

}  // namespace
}  // namespace grundy::kernels
