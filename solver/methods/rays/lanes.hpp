// methods/rays/lanes.hpp: ranks that share a stage (methods/rays/stages.hpp), each with tiles of
// its own.
//
// Tiles are cut along the last coordinate into slabs, which the lanes take in turn. Moves never
// raise a coordinate, so a line goes up through the slabs and comes back to none. Where it leaves a
// slab, its set goes to the lane of the next one, and nothing else is told: all values of the line
// are in that set, and those of other slabs are not asked for. A set goes once from slab to slab,
// however many positions the line has in each.
//
// Of coordinates that are interchangeable the last one is the largest, as only such positions are
// solved. So low slabs have few positions, and are thicker.
//
// Where the last coordinate may change places with others, a line also leaves a slab when one of
// these comes to be the largest. What a line then leaves behind is a position at which some of them
// is near the end of the slab.
//
// A lane has several slabs, for else those of high slabs would wait for long until low ones have
// come to what they need. Each slab is gone through by sums of the other numbers of tiles, a few
// sums behind the one below it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "methods/rays/cell_task.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

struct Slabs {
  std::size_t lanes = 1;
  std::vector<std::int64_t> ends;  // each behind its last tile number, ascending

  std::size_t slab_of(std::int64_t number) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
  }
  std::size_t lane_of_slab(std::size_t slab) const { return slab % lanes; }
};

// The last coordinate, and those that may change places with it.
std::vector<std::size_t> axes_like_last(const CellTask& task);

// No more lanes would have slabs of tiles.
std::size_t most_lanes(const CellTask& task);

// For at most most_lanes().
Slabs cut_slabs(const CellTask& task, std::size_t lanes);

// The tiles of a slab, those of them that have a neighbour in the next one, and all that have.
std::uint64_t tiles_of_slab(const Slabs& slabs, const CellTask& task, std::size_t slab);
std::uint64_t faces_of_slab(const Slabs& slabs, const CellTask& task, std::size_t slab);
std::uint64_t faces_of(const Slabs& slabs, const CellTask& task);

// Of tiles whose neighbour below is another lane's, those for which sets wait in a lane at a time.
double faces_that_wait(const Slabs& slabs, const CellTask& task, std::size_t lane);

// The tile next to one along the last coordinate, by 1 or -1, where there is one and it is in
// another slab.
std::optional<std::size_t> in_slab_beside(const tiles::TileGrid& grid, const Slabs& slabs,
                                          std::size_t tile, std::int64_t step);

// Batches of tiles, which all stages go through in the same order. A tile comes behind those that
// it waits for.
class Batches {
 public:
  // So many tiles each.
  Batches(const tiles::TileGrid& grid, const Slabs& slabs, std::uint64_t batch_tiles);

  std::size_t count() const { return (order_.size() + batch_tiles_ - 1) / batch_tiles_; }

  // Those of a lane: maybe none.
  std::span<const std::uint32_t> tiles(std::size_t batch, std::size_t lane) const {
    const std::size_t at = batch * lanes_ + lane;
    return std::span(order_).subspan(begins_[at], begins_[at + 1] - begins_[at]);
  }
  std::size_t batch_of(std::size_t tile) const { return places_[tile] / batch_tiles_; }
  std::size_t lane_of(std::size_t tile) const { return lane_of_[tile]; }
  std::size_t place_in_batch(std::size_t tile) const {
    return places_[tile] - begins_[batch_of(tile) * lanes_ + lane_of(tile)];
  }

 private:
  std::size_t lanes_;
  std::size_t batch_tiles_;
  std::vector<std::uint32_t> order_;   // by batch, then by lane
  std::vector<std::size_t> begins_;    // in order_, of each batch and lane
  std::vector<std::size_t> places_;    // in order_, by tile
  std::vector<std::uint8_t> lane_of_;  // by tile
};

}  // namespace grundy::ray
