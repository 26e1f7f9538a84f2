// ray/sorted_cells.hpp: values of a box in which some coordinates may be exchanged, each
// kept once.
//
// A cell is kept for every position of the tiles of a TileGrid, tile after tile, in C order
// within a tile; tiles cut off by the end of the box take the room of whole ones. Once a tile is
// solved it is mirrored: positions in it that are not sorted, as there are where coordinates may
// meet, get their values too. So any part of the box is made of transposed parts of tiles.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/cell_window.hpp"
#include "core/error.hpp"
#include "memory/block.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

// Immutable once solved; any number of threads may read.
class SortedCells {
 public:
  // Cells of 1, 2 or 4 bytes. With a folder they are in a file there (memory/block.hpp).
  static Result<SortedCells> allocate(tiles::TileGrid grid, unsigned width,
                                      const std::filesystem::path& folder = {});

  // Those of another rank (ray/relay.hpp): there are none to look at.
  static Result<SortedCells> elsewhere(tiles::TileGrid grid, unsigned width);

  const tiles::TileGrid& grid() const noexcept { return grid_; }
  const Box& box() const noexcept { return grid_.box(); }
  const AxisGroups& groups() const noexcept { return grid_.groups(); }
  unsigned width() const noexcept { return width_; }

  std::uint64_t cells_of_tile() const noexcept { return tile_cells_; }
  // The first cell of a tile; its positions lie tile_strides() apart.
  std::byte* tile(std::size_t tile) noexcept;
  const std::vector<std::int64_t>& tile_strides() const noexcept { return strides_; }

  // Gives the positions of a tile that are not sorted the values of those that are.
  void mirror(std::size_t tile) noexcept;

  // To be called behind each tile that was written, where cells may be in a file.
  void wrote_tile() const noexcept { block_.touched(tile_cells_ * width_); }

  // All cells.
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

  // The value at any position of the box.
  std::uint32_t at(const Position& position) const;

  // The values from `start` on along the last coordinate, within the box.
  void read(const Position& start, std::span<std::uint32_t> values) const;

  // As CellSource::copy.
  void copy(const Box& region, const CellSpan& to) const;

 private:
  // Where a position has its cell, and how far neighbours along each axis are from it in the tile,
  // or in the image of a tile, that it lies in.
  struct Place {
    std::uint64_t cell;
    std::array<std::int64_t, max_dimensions> steps;
  };

  SortedCells(tiles::TileGrid grid, unsigned width);
  std::int64_t number(const Position& at, std::size_t axis) const noexcept {
    return (at[axis] - grid_.box().low[axis]) / grid_.sides()[axis];
  }
  // The last coordinate of the tile along an axis, or of the box.
  std::int64_t tile_end(const Position& at, std::size_t axis) const noexcept;
  Place place_of(const Position& at) const noexcept;
  void exchange(const Box& tile, std::size_t a, std::size_t b, std::byte* cells) const noexcept;
  void copy_part(const Box& part, const CellSpan& to) const;
  // A look at some cells brings a page into memory, or some.
  void looked_at() const noexcept { block_.touched(looked_at_bytes); }

  static constexpr std::uint64_t looked_at_bytes = std::uint64_t{1} << 12;

  tiles::TileGrid grid_;
  unsigned width_;
  std::vector<std::int64_t> strides_;
  std::uint64_t tile_cells_ = 1;
  memory::Block block_;
};

}  // namespace grundy::ray
