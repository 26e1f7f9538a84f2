// methods/rays/lanes.hpp: which rank solves a tile, and which one gathers its values. Lanes are
// ranks that share a stage (methods/rays/stages.hpp), each with tiles of its own.
//
// Tiles are cut along the last coordinate into slabs, which the lanes take in turn. Moves never
// raise a coordinate, so a line goes up through the slabs and comes back to none. Where it leaves a
// slab, its set is sent to the lane of the next one. Nothing else is sent: all values of the line
// are in that set, and values in other slabs are not needed. A set goes once from slab to slab,
// however many positions the line has in each.
//
// Of interchangeable coordinates the last one is the largest, as only such positions are solved. So
// low slabs have few positions, and are thicker.
//
// Where the last coordinate may change places with others, a line also leaves a slab when one of
// these becomes the largest. There its last position in the slab has one of these coordinates near
// the end of the slab.
//
// A lane has several slabs. Otherwise lanes of high slabs would wait long until low ones have
// solved what they need. Each slab is solved by sums of the other tile numbers, a few sums after
// the slab below it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/cell_task.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

struct Slabs {
  std::size_t lanes = 1;
  std::vector<std::int64_t> ends;  // one more than the last tile number of each, ascending

  std::size_t slab_of(std::int64_t number) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
  }
  std::size_t lane_of_slab(std::size_t slab) const { return slab % lanes; }
};

// The last coordinate, and those that may change places with it.
std::vector<std::size_t> axes_like_last(const CellTask& task);

// More lanes than this would get no slabs.
std::size_t most_lanes(const CellTask& task);

// Requires lanes <= most_lanes(task).
Slabs cut_slabs(const CellTask& task, std::size_t lanes);

// How many tiles a slab has, how many of them have a neighbour in the next slab, and how many tiles
// of all slabs have one.
std::uint64_t tiles_of_slab(const Slabs& slabs, const CellTask& task, std::size_t slab);
std::uint64_t faces_of_slab(const Slabs& slabs, const CellTask& task, std::size_t slab);
std::uint64_t faces_of(const Slabs& slabs, const CellTask& task);

// For how many tiles whose neighbour below is another lane's sets wait in a lane at a time.
double faces_that_wait(const Slabs& slabs, const CellTask& task, std::size_t lane);

// The tile next to one along the last coordinate, by a step of 1 or -1, if there is one and it is
// in another slab.
std::optional<std::size_t> in_slab_beside(const tiles::TileGrid& grid, const Slabs& slabs,
                                          std::size_t tile, std::int64_t step);

// Batches of tiles, which all stages solve in the same order. A tile comes after those that it
// waits for.
class Batches {
 public:
  // With that many tiles each.
  Batches(const tiles::TileGrid& grid, const Slabs& slabs, std::uint64_t batch_tiles);

  std::size_t count() const { return (order_.size() + batch_tiles_ - 1) / batch_tiles_; }

  // The tiles of a lane in a batch, possibly none.
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

// Which rank gathers the values of a tile (methods/rays/relay.hpp). Immutable: any thread may read.
//
// The box is cut into blocks, a table's shards. A tile is gathered by the rank that owns the block
// of its low corner. Blocks whose positions stand for one another, where coordinates change places,
// have one owner. So a rank that writes a shard has most of its values.
class Owners {
 public:
  // Without task.owner_blocks rank 0 gathers all.
  Owners(const CellTask& task, std::size_t ranks);

  // The owner of the tile with this low corner.
  std::size_t of(const Position& low) const;

  // How many ranks own any.
  std::size_t count() const;

  // How many tiles each rank gathers: counted for up to most_listed tiles, else estimated.
  std::vector<std::uint64_t> tiles_by_rank(const CellTask& task) const;

 private:
  std::size_t ranks_;
  Position low_;
  Position sides_;
  Box blocks_;                          // by their numbers along each axis
  std::vector<std::uint32_t> numbers_;  // of orbits, by block
};

// Owners by tile.
std::vector<std::uint32_t> owners_of_tiles(const CellTask& task, const tiles::TileGrid& grid,
                                           std::size_t ranks);

// More tiles would take long to list.
inline constexpr std::uint64_t most_listed = std::uint64_t{1} << 20;

}  // namespace grundy::ray
