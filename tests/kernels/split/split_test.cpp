// The kernel for splits against its definition, on random cells.
#include "kernels/split/split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

using test::on_every_target;
using Cells = std::vector<std::uint8_t>;

constexpr std::int64_t row_length = 3 * split_lanes;
constexpr std::int64_t row_stride = split_pad + row_length;
constexpr std::int64_t rows = 64;

std::int64_t row_place(std::int64_t row) {
  return split_pad + row * row_stride;
}

// Rows of nimbers up to `largest`, and what is no position before each.
Cells random_cells(std::uint64_t seed, unsigned largest) {
  std::mt19937_64 engine(seed);
  Cells cells(static_cast<std::size_t>(rows * row_stride + 2 * split_pad), no_position);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t lane = 0; lane < row_length; ++lane)
      cells[static_cast<std::size_t>(row_place(row) + lane)] =
          static_cast<std::uint8_t>(engine() % (largest + 1));
  return cells;
}

std::uint8_t cell(const Cells& cells, std::int64_t place) {
  return cells[static_cast<std::size_t>(place)];
}

TEST(SplitKernel, RowPairsExcludeTheirXor) {
  for (const unsigned largest : {7u, largest_narrow_nimber, largest_split_nimber})
    for (const std::int64_t outputs : {1, 3, 4, 7, 8, 9, 16, 21})
      for (const std::int64_t count : {0, 1, 3, 4, 5, 16}) {
        SCOPED_TRACE(testing::Message()
                     << outputs << " rows, " << count << " pairs of nimbers up to " << largest);
        const Cells cells = random_cells(/*seed=*/1956, largest);
        const RowPairs pairs{row_place(2), row_place(30), row_stride, count};
        Cells expected(static_cast<std::size_t>(outputs * split_lanes));
        for (std::int64_t r = 0; r < outputs; ++r)
          for (std::int64_t k = 0; k < count; ++k)
            for (std::int64_t lane = 0; lane < split_lanes; ++lane) {
              const std::int64_t at = split_lanes + lane;
              const unsigned sum = cell(cells, pairs.lower + k * row_stride + at) ^
                                   cell(cells, pairs.upper + (r - k) * row_stride + at);
              if (sum < 8)
                expected[static_cast<std::size_t>(r * split_lanes + lane)] |=
                    static_cast<std::uint8_t>(1u << sum);
            }
        on_every_target([&] {
          Cells masks(expected.size());
          exclude_row_pairs(cells, pairs, largest > largest_narrow_nimber,
                            {masks, split_lanes, outputs, split_lanes});
          EXPECT_EQ(masks, expected);
        });
      }
}

// The block's lanes one after the other, each from its options.
std::vector<unsigned> by_definition(Cells& cells, const SplitBlock& block) {
  std::vector<unsigned> values;
  for (std::int64_t lane = block.first; lane < block.first + block.width; ++lane) {
    std::set<unsigned> options;
    const auto at = [&](std::int64_t l) { return unsigned{cell(cells, block.row + l)}; };
    for (const RowPairs& pairs : block.all)
      for (std::int64_t k = 0; k < pairs.count; ++k)
        options.insert(unsigned{cell(cells, pairs.lower + k * pairs.stride + lane)} ^
                       cell(cells, pairs.upper - k * pairs.stride + lane));
    for (const RowSplit& split : block.splits)
      for (std::int64_t i = split.least; 2 * i + split.gap + split.unequal <= lane; ++i)
        options.insert(at(i) ^ at(lane - split.gap - i));
    for (const std::int64_t step : block.steps)
      if (step <= lane) options.insert(at(lane - step));
    unsigned mex = 0;
    while (options.contains(mex)) ++mex;
    cells[static_cast<std::size_t>(block.row + lane)] = static_cast<std::uint8_t>(mex);
    values.push_back(mex);
  }
  return values;
}

TEST(SplitKernel, BlocksAreSolvedAsDefined) {
  std::mt19937_64 engine(/*seed=*/1939);
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(count));
  };
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round);
    const bool wide = round % 2 == 0;
    const Cells before = random_cells(engine(), wide ? 40 : 9);
    std::vector<RowSplit> splits;
    for (std::int64_t count = below(3); count > 0; --count) {
      const std::int64_t least = below(5);
      splits.push_back({1 - least + below(round % 3 == 0 ? 150 : 4), least, below(2) == 0});
    }
    std::vector<std::int64_t> steps;
    for (std::int64_t count = below(4); count > 0; --count) steps.push_back(1 + below(split_pad));
    const std::vector<RowPairs> pairs{{row_place(2), row_place(30), row_stride, below(20)},
                                      {row_place(4), row_place(40), row_stride, below(3)}};
    const Cells none(static_cast<std::size_t>(split_lanes));
    const SplitBlock block{
        row_place(50), below(3) * split_lanes, 1 + below(split_lanes), none, pairs, pairs, splits,
        steps};
    Cells expected_cells = before;
    const auto expected = by_definition(expected_cells, block);
    const unsigned largest = *std::max_element(expected.begin(), expected.end());
    on_every_target([&] {
      Cells cells = before;
      const unsigned found = solve_split_block(cells, block, wide);
      if (!wide && found > largest_narrow_nimber) return;  // a guess was too large
      ASSERT_EQ(found, largest);
      for (std::int64_t lane = 0; lane < block.width; ++lane)
        ASSERT_EQ(unsigned{cell(cells, block.row + block.first + lane)},
                  expected[static_cast<std::size_t>(lane)])
            << "lane " << lane;
    });
  }
}

// Take up to `most`: values 0 .. most, again and again.
TEST(SplitKernel, SaysWhichValuesItCannotHold) {
  for (const unsigned most : {1u, 15u, 16u, 126u, 127u}) {
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 1; step <= most; ++step) steps.push_back(step);
    const Cells none(static_cast<std::size_t>(split_lanes));
    const SplitBlock block{row_place(0), 0, split_lanes, none, {}, {}, {}, steps};
    on_every_target([&] {
      Cells cells = random_cells(/*seed=*/2, 0);
      EXPECT_EQ(solve_split_block(cells, block, false) <= largest_narrow_nimber, most <= 15)
          << most;
      EXPECT_EQ(solve_split_block(cells, block, true) <= largest_split_nimber, most <= 126) << most;
    });
  }
}

}  // namespace
}  // namespace grundy::kernels
