#include "methods/rays/owners.hpp"

#include <algorithm>

#include "base/box.hpp"

namespace grundy::ray {

Owners::Owners(const CellTask& task, std::size_t ranks)
    : ranks_(ranks), low_(task.closure.low), sides_(task.owner_blocks) {
  std::vector<std::int64_t> counts;
  for (std::size_t axis = 0; axis < low_.size(); ++axis) {
    const std::int64_t extent = task.closure.extent(axis);
    if (task.owner_blocks.empty()) sides_.push_back(extent);
    counts.push_back((extent + sides_[axis] - 1) / sides_[axis]);
    blocks_.low.push_back(0);
    blocks_.high.push_back(counts.back() - 1);
  }
  numbers_ = orbit_numbers(counts, task.groups);
}

std::size_t Owners::of(const Position& low) const {
  std::uint64_t rank = 0;
  for (std::size_t axis = 0; axis < low.size(); ++axis)
    rank = rank * static_cast<std::uint64_t>(blocks_.extent(axis)) +
           static_cast<std::uint64_t>((low[axis] - low_[axis]) / sides_[axis]);
  return numbers_[rank] % ranks_;
}

std::size_t Owners::count() const {
  return std::min<std::size_t>(ranks_, *std::ranges::max_element(numbers_) + std::size_t{1});
}

std::vector<std::uint64_t> Owners::tiles_by_rank(const CellTask& task) const {
  const std::uint64_t tiles = tile_count(task);
  std::vector<std::uint64_t> counts(ranks_);
  if (numbers_.size() == 1 || ranks_ == 1) {
    counts[0] = tiles;
  } else if (tiles > most_listed) {
    std::fill_n(counts.begin(), count(), tiles / count() + 1);
  } else {
    const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
    for (const std::uint32_t owner : owners_of_tiles(task, grid, ranks_)) ++counts[owner];
  }
  return counts;
}

std::vector<std::uint32_t> owners_of_tiles(const CellTask& task, const tiles::TileGrid& grid,
                                           std::size_t ranks) {
  const Owners owners(task, ranks);
  std::vector<std::uint32_t> by_tile(grid.tiles());
  for (std::size_t tile = 0; tile < by_tile.size(); ++tile)
    by_tile[tile] = static_cast<std::uint32_t>(owners.of(grid.tile(tile).low));
  return by_tile;
}

}  // namespace grundy::ray
