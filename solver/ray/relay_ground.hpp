// ray/relay_ground.hpp: what all parts of a rank of a relay (ray/relay.hpp) read.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ray/cell_task.hpp"
#include "ray/stage_tiles.hpp"
#include "ray/stages.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

using RelayCell = std::uint16_t;

// Tiles in the order in which all stages go through them, in batches.
class Batches {
 public:
  Batches(const tiles::TileGrid& grid, const Relay& relay)
      : order_(grid.order()), batch_tiles_(relay.batch_tiles), places_(order_.size()) {
    for (std::size_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
  }

  std::size_t count() const { return (order_.size() + batch_tiles_ - 1) / batch_tiles_; }
  std::span<const std::uint32_t> tiles(std::size_t batch) const {
    const std::size_t first = batch * batch_tiles_;
    return std::span(order_).subspan(first, std::min(batch_tiles_, order_.size() - first));
  }
  std::size_t batch_of(std::size_t tile) const { return places_[tile] / batch_tiles_; }
  std::size_t place_in_batch(std::size_t tile) const { return places_[tile] % batch_tiles_; }

 private:
  std::vector<std::uint32_t> order_;
  std::size_t batch_tiles_;
  std::vector<std::size_t> places_;
};

// What all parts of a rank read.
struct Ground {
  const CellTask& task;
  const Field& field;
  const tiles::TileGrid& grid;
  const Relay& relay;
  const Batches& batches;
  const StageTiles<RelayCell>& tiles;
  std::size_t tile_cells;
};

}  // namespace grundy::ray
