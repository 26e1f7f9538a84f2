// ray/relay_ground.hpp: what all parts of a rank of a relay (ray/relay.hpp) read.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ray/cell_task.hpp"
#include "ray/lanes.hpp"
#include "ray/stage_tiles.hpp"
#include "ray/stages.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

using RelayCell = std::uint16_t;

// What all parts of a rank read.
struct Ground {
  const CellTask& task;
  const Field& field;
  const tiles::TileGrid& grid;
  const Relay& relay;
  const Batches& batches;
  const StageTiles<RelayCell>& tiles;
  std::size_t tile_cells;

  // The next tile along the last coordinate, where that is in another slab.
  std::optional<std::size_t> tile_below(std::size_t tile) const {
    return in_slab_beside(grid, relay.slabs, tile, -1);
  }
  std::optional<std::size_t> tile_above(std::size_t tile) const {
    return in_slab_beside(grid, relay.slabs, tile, 1);
  }

  // Those that go on in the tile above. `cells` are any of a tile.
  std::vector<std::int64_t> lines_above(std::size_t tile, RelayCell* cells) const {
    std::vector<std::int64_t> falls;
    for (const auto& direction : task.rays.directions) falls.push_back(direction.back());
    return tiles.lines_above(tile, cells, falls);
  }
};

}  // namespace grundy::ray
