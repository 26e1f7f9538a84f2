// methods/rays/sorted_cells.hpp: values of a box in which some coordinates may be exchanged, each
// kept once.
//
// A cell is kept for every position of the tiles of a TileGrid, tile after tile, in C order within
// a tile. Tiles that the end of the box cuts off take the room of whole ones. Once a tile is solved
// it is mirrored: positions in it that are not sorted, as there are where coordinates may be equal,
// get their values too. So any part of the box consists of transposed parts of tiles.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

// The distance of neighbours along each axis, in cells of a tile.
std::vector<std::int64_t> strides_of_tile(const tiles::TileGrid& grid);

// Where the cells of kept tiles are. Remains valid when SortedCells are moved.
struct KeptTiles {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::byte* cells = nullptr;
  std::size_t tile_bytes = 0;
  std::shared_ptr<const std::vector<std::uint32_t>> places = {};  // by tile; null: all are kept

  bool has(std::size_t tile) const noexcept { return !places || (*places)[tile] != none; }
  std::byte* of(std::size_t tile) const noexcept {
    return cells + (places ? (*places)[tile] : tile) * tile_bytes;
  }
};

// Fetches tiles that are not kept here when they are read. Thread-safe.
class OtherTiles {
 public:
  using Tile = std::shared_ptr<const std::vector<std::byte, memory::Unset<std::byte>>>;
  virtual ~OtherTiles() = default;
  virtual Tile get(std::size_t tile) const = 0;
};

// Immutable once solved; any number of threads may read.
class SortedCells {
 public:
  SortedCells(SortedCells&&) noexcept;
  SortedCells& operator=(SortedCells&&) noexcept;
  ~SortedCells();

  // Cells of 1, 2 or 4 bytes. With a folder they are in a file there (base/block.hpp).
  static Result<SortedCells> allocate(tiles::TileGrid grid, unsigned width,
                                      const std::filesystem::path& folder = {});

  // Keeps the tiles for which `is_here` has 1. The others may be read after get_others_from().
  static Result<SortedCells> allocate_part(tiles::TileGrid grid, unsigned width,
                                           const std::vector<std::uint8_t>& is_here,
                                           const std::filesystem::path& folder);
  void get_others_from(std::shared_ptr<const OtherTiles> others) { others_ = std::move(others); }

  void leave_others() { others_ = nullptr; }
  bool is_whole() const noexcept { return !kept_.places; }
  std::size_t tiles() const noexcept { return grid_.tiles(); }
  // Calls visit(start, length) for rows of sorted positions of a kept tile and of the kept tiles
  // that follow it along the last axis. Does nothing for a tile that is not kept, or follows one
  // that is.
  void visit_kept_rows(
      std::size_t tile,
      const std::function<void(const Position& start, std::uint64_t length)>& visit) const;
  bool has(std::size_t tile) const noexcept { return kept_.has(tile); }
  const KeptTiles& kept() const noexcept { return kept_; }

  const tiles::TileGrid& grid() const noexcept { return grid_; }
  const Box& box() const noexcept { return grid_.box(); }
  const AxisGroups& groups() const noexcept { return grid_.groups(); }
  unsigned width() const noexcept { return width_; }

  std::uint64_t cells_of_tile() const noexcept { return tile_cells_; }
  // The first cell of a tile; its positions lie tile_strides() apart.
  std::byte* tile(std::size_t tile) noexcept { return kept_.of(tile); }
  const std::vector<std::int64_t>& tile_strides() const noexcept { return strides_; }

  // Gives the positions of a tile that are not sorted the values of those that are.
  void mirror(std::size_t tile) noexcept;

  // Must be called after each tile that was written, where cells may be in a file.
  void wrote_tile() const noexcept { block_.touched(tile_cells_ * width_); }

  // The cells of all kept tiles.
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

  // The value at any position of the box.
  std::uint32_t at(const Position& position) const;

  // The values from `start` on along the last coordinate, within the box.
  void read(const Position& start, std::span<std::uint32_t> values) const;

  // See CellSource::copy.
  void copy(const Box& region, const CellSpan& to) const;

 private:
  // The cell of a position, and the distance to its neighbours along each axis, within the tile or
  // image of a tile in which the position lies.
  struct Place {
    std::size_t tile;
    std::uint64_t cell;  // in the tile
    std::array<std::int64_t, max_dimensions> steps;
  };

  SortedCells(tiles::TileGrid grid, unsigned width);
  Status allocate_tiles(std::uint64_t count, const std::filesystem::path& folder);
  // Calls use(first cell of a tile), which is kept or fetched.
  template <class Use>
  void with_tile(std::size_t tile, const Use& use) const;
  std::int64_t number(const Position& at, std::size_t axis) const noexcept {
    return (at[axis] - grid_.box().low[axis]) / grid_.sides()[axis];
  }
  // The last coordinate of the tile along an axis, or of the box.
  std::int64_t tile_end(const Position& at, std::size_t axis) const noexcept;
  Place place_of(const Position& at) const noexcept;
  void exchange(const Box& tile, std::size_t a, std::size_t b, std::byte* cells) const noexcept;
  void copy_part(const Box& part, const CellSpan& to) const;
  // Reading some cells brings a page or more into memory.
  void count_access() const noexcept { block_.touched(bytes_of_access); }

  static constexpr std::uint64_t bytes_of_access = std::uint64_t{1} << 12;

  tiles::TileGrid grid_;
  unsigned width_;
  std::vector<std::int64_t> strides_;
  std::uint64_t tile_cells_ = 1;
  memory::Block block_;
  KeptTiles kept_;
  std::shared_ptr<const OtherTiles> others_;  // destroyed before the block, which it reads
};

}  // namespace grundy::ray
