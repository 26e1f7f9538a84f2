// Tiles up to the exchange of coordinates.
#include "tiles/tile_grid.hpp"

#include <gtest/gtest.h>

namespace grundy::tiles {
namespace {

TEST(TileGrid, OrderHoldsEveryTileOnceBehindThoseBelowAndImagesEveryPosition) {
  const Box box{{1, 1, 0, 1}, {9, 9, 3, 9}};
  const TileGrid grid(box, {{0, 1, 3}}, {2, 2, 3, 2});
  std::vector<std::size_t> seen(grid.tiles());
  std::uint64_t images = 0;
  for (const std::uint32_t tile : grid.order()) {
    EXPECT_TRUE(grid.all_below(tile, [&](std::size_t below) { return seen[below] == 1; })) << tile;
    ++seen[tile];
    images += grid.images(tile);
  }
  EXPECT_EQ(seen, std::vector<std::size_t>(grid.tiles(), 1));
  EXPECT_EQ(images, *box.volume());
}

}  // namespace
}  // namespace grundy::tiles
