// methods/rays/owners.hpp: which rank gathers the values of a tile (methods/rays/relay.hpp).
//
// The box is cut into blocks, a table's shards. A tile is gathered by the rank that owns the block
// of its low corner, and blocks whose positions stand for one another, where coordinates change
// places, have one owner. So a rank that writes a shard has most of its values.
#pragma once
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/cell_task.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

// Immutable; any number of threads may ask.
class Owners {
 public:
  // Without task.owner_blocks rank 0 gathers all.
  Owners(const CellTask& task, std::size_t ranks);

  // Of the tile that begins there.
  std::size_t of(const Position& low) const;

  // Ranks that own any.
  std::size_t count() const;

  // Tiles that each rank gathers: counted where they can be listed in a moment, else a guess.
  std::vector<std::uint64_t> tiles_by_rank(const CellTask& task) const;

 private:
  std::size_t ranks_;
  Position low_;
  Position sides_;
  Box blocks_;                          // by their numbers along each axis
  std::vector<std::uint32_t> numbers_;  // of orbits, by block
};

// By tile.
std::vector<std::uint32_t> owners_of_tiles(const CellTask& task, const tiles::TileGrid& grid,
                                           std::size_t ranks);

// More tiles would take long to list.
inline constexpr std::uint64_t most_listed = std::uint64_t{1} << 20;

}  // namespace grundy::ray
