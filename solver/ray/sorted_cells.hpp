// ray/sorted_cells.hpp: values of a box in which some coordinates may be exchanged, each
// kept once.
//
// A cell is kept for every position of the tiles of a TileGrid, tile after tile, in C order
// within a tile; tiles cut off by the end of the box take the room of whole ones. Only cells
// of sorted positions have a meaning.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "memory/block.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

// Immutable once solved; any number of threads may read.
class SortedCells {
 public:
  // Cells of 1, 2 or 4 bytes.
  static Result<SortedCells> allocate(tiles::TileGrid grid, unsigned width);

  const tiles::TileGrid& grid() const noexcept { return grid_; }
  const Box& box() const noexcept { return grid_.box(); }
  const AxisGroups& groups() const noexcept { return grid_.groups(); }
  unsigned width() const noexcept { return width_; }

  // The first cell of a tile; its positions lie tile_strides() apart.
  std::byte* tile(std::size_t tile) noexcept;
  const std::vector<std::int64_t>& tile_strides() const noexcept { return strides_; }

  // All cells.
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

  // The value at any position of the box.
  std::uint32_t at(const Position& position) const;

  // The values from `start` on along the last coordinate, within the box.
  void read(const Position& start, std::span<std::uint32_t> values) const;

 private:
  SortedCells(tiles::TileGrid grid, unsigned width);
  std::size_t read_stretch(const Position& at, std::span<std::uint32_t> values) const;
  std::uint64_t place_of(const Position& sorted) const noexcept;

  tiles::TileGrid grid_;
  unsigned width_;
  std::vector<std::int64_t> strides_;
  std::uint64_t tile_cells_ = 1;
  memory::Block block_;
};

}  // namespace grundy::ray
