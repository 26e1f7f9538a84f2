// methods/rays/relay_context.hpp: what all parts of a rank of a relay (methods/rays/relay.hpp)
// share.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "methods/rays/cell_task.hpp"
#include "methods/rays/faces.hpp"
#include "methods/rays/lanes.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "methods/rays/stages.hpp"
#include "methods/rays/tile_solver.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

using RelayCell = std::uint16_t;

// Those of some tiles that one rank gathers, by their places among them.
struct TilesOfOwner {
  std::size_t owner;
  std::vector<std::size_t> places;
};

// Immutable. The objects that it refers to outlive it.
struct RelayContext {
  const CellTask& task;
  const Field& field;
  const tiles::TileGrid& grid;
  const Relay& relay;
  const Batches& batches;
  const StageTiles<RelayCell>& tiles;
  std::size_t tile_cells;
  const std::vector<std::uint32_t>& owners;  // by tile

  // The tiles of a lane in a batch, by owner.
  std::vector<TilesOfOwner> by_owner(std::size_t batch, std::size_t lane) const {
    std::vector<TilesOfOwner> all;
    const auto part = batches.tiles(batch, lane);
    for (std::size_t place = 0; place < part.size(); ++place) {
      const std::size_t owner = owners[part[place]];
      auto found = std::ranges::find(all, owner, &TilesOfOwner::owner);
      if (found == all.end()) found = all.insert(found, {owner, {}});
      found->places.push_back(place);
    }
    return all;
  }
  std::vector<std::uint32_t> tiles_of_owner(std::size_t batch, std::size_t lane,
                                            std::size_t owner) const {
    std::vector<std::uint32_t> own;
    for (const std::uint32_t tile : batches.tiles(batch, lane))
      if (owners[tile] == owner) own.push_back(tile);
    return own;
  }

  std::span<RelayCell> cells_of(SortedCells& cells, std::size_t tile) const {
    return {reinterpret_cast<RelayCell*>(cells.tile(tile)), tile_cells};
  }

  // The next tile along the last coordinate, if it is in another slab.
  std::optional<std::size_t> tile_below(std::size_t tile) const {
    return in_slab_beside(grid, relay.slabs, tile, -1);
  }
  std::optional<std::size_t> tile_above(std::size_t tile) const {
    return in_slab_beside(grid, relay.slabs, tile, 1);
  }

  // The lines of a tile that continue in the next slab. `cells` may be the cells of any tile.
  std::vector<LineRun> lines_above(std::size_t tile, RelayCell* cells) const {
    return tiles.lines_above(tile, cells, rises_above(task, grid.tile(tile)));
  }
};

}  // namespace grundy::ray
