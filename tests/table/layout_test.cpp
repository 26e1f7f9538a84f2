#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "sample.hpp"
#include "table/array_format.hpp"

namespace grundy::table {
namespace {

std::int64_t product(const std::vector<std::int64_t>& sides) {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
}

void expect_sound(const Box& box) {
  SCOPED_TRACE(to_string(box.high));
  const Layout layout = choose_layout(box);
  ASSERT_EQ(layout.chunk.size(), box.dimensions());
  // Rounding may add to the sides, most where eight of them are about 4 and one becomes 8.
  EXPECT_LE(product(layout.chunk), (1 << 15) * 3);
  EXPECT_LE(product(layout.shard), (1 << 22) * 3);
  EXPECT_EQ(product(layout.chunk) % 8, 0);
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    EXPECT_GE(layout.chunk[axis], 1);
    EXPECT_EQ(layout.shard[axis] % layout.chunk[axis], 0);
    EXPECT_LE(layout.chunk[axis], box.extent(axis) + 7);
  }
}

TEST(Layout, IsSoundForBoxesOfEveryDimension) {
  std::mt19937 random(/*seed=*/1939);
  for (int trial = 0; trial < 2000; ++trial) {
    Position extents(1 + random() % max_dimensions);
    for (auto& extent : extents) {
      const auto bits = random() % 12;
      extent = 1 + static_cast<std::int64_t>(random() % (1u << bits));
    }
    expect_sound(box_of(extents));
  }
}

TEST(Layout, OfTheThreePileBoxIsNearCubic) {
  const Layout layout = choose_layout(box_of({301, 301, 301}));
  EXPECT_EQ(layout.chunk, (std::vector<std::int64_t>{32, 32, 32}));
  EXPECT_EQ(layout.shard, (std::vector<std::int64_t>{160, 160, 160}));
}

TEST(Layout, OfOutcomesHasLargerChunks) {
  const Layout layout = layout_of(spec_of(box_of({301, 301, 301}), Quantity::outcome));
  EXPECT_EQ(layout.chunk, (std::vector<std::int64_t>{40, 40, 40}));
  EXPECT_EQ(layout.shard, (std::vector<std::int64_t>{160, 160, 160}));
}

TEST(Layout, CutsChunksAcrossTheirLongestSide) {
  const Layout layout = choose_layout(box_of({301, 301, 301}));
  const Layout cut = cut_chunks(layout, small_chunk_cells);
  EXPECT_EQ(product(cut.chunk), small_chunk_cells);
  EXPECT_EQ(cut.shard, layout.shard);
  EXPECT_EQ(cut_chunks({{7, 48}, {7, 96}}, 40).chunk, (std::vector<std::int64_t>{7, 24}));
  EXPECT_EQ(cut_chunks({{5, 5}, {5, 5}}, 1).chunk, (std::vector<std::int64_t>{5, 5}));
}

TEST(Layout, GivesWhatAShortAxisLeavesToTheLongOne) {
  EXPECT_EQ(choose_layout(box_of({2, 1'000'000})).chunk, (std::vector<std::int64_t>{2, 16'136}));
}

TEST(Layout, IsSoundForTenToTheTwelfth) {
  expect_sound(box_of({10'001, 10'001, 10'001}));
  expect_sound(box_of({1'000'000'000'000}));
}

TEST(Grid, TilesCoverTheBoxOnce) {
  const Box box{{2, -3, 5}, {8, 3, 9}};
  const Grid grid(box, {3, 4, 5});
  EXPECT_EQ(grid.counts(), (std::vector<std::int64_t>{3, 2, 1}));
  std::vector<int> covered(*box.volume());
  for (std::uint64_t tile = 0; tile < grid.size(); ++tile)
    for_each_row(grid.box(tile), [&](Position at) {
      for (; at.back() <= grid.box(tile).high.back(); ++at.back()) ++covered[box.rank(at)];
    });
  EXPECT_EQ(covered, std::vector<int>(*box.volume(), 1));
}

TEST(Grid, NamesShardsAsZarrDoes) {
  EXPECT_EQ(shard_name(Grid(box_of({30, 20}), {10, 10}), 3), "c.1.1");
  EXPECT_EQ(shard_name(Grid(box_of({30}), {10}), 2), "c.2");
}

}  // namespace
}  // namespace grundy::table
