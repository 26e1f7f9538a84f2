#include "ray/sorted_cells.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/cell_type.hpp"

namespace grundy::ray {

SortedCells::SortedCells(tiles::TileGrid grid, unsigned width)
    : grid_(std::move(grid)), width_(width), strides_(grid_.sides().size()) {
  for (std::size_t axis = strides_.size(); axis-- > 0;) {
    strides_[axis] = static_cast<std::int64_t>(tile_cells_);
    tile_cells_ *= static_cast<std::uint64_t>(grid_.sides()[axis]);
  }
}

Result<SortedCells> SortedCells::allocate(tiles::TileGrid grid, unsigned width,
                                          const std::filesystem::path& folder) {
  SortedCells cells(std::move(grid), width);
  const std::uint64_t bytes = cells.grid_.tiles() * cells.tile_cells_ * width;
  auto block = folder.empty() ? memory::Block::zeros(bytes) : memory::Block::in_file(bytes, folder);
  if (!block) return block.error();
  cells.block_ = std::move(*block);
  return cells;
}

Result<SortedCells> SortedCells::elsewhere(tiles::TileGrid grid, unsigned width) {
  return SortedCells(std::move(grid), width);
}

std::byte* SortedCells::tile(std::size_t tile) noexcept {
  return block_.data() + tile * tile_cells_ * width_;
}

// An image of a tile has the axes of the tile in the order of its numbers. Positions within a tile
// may stand in any order, for it is mirrored.
SortedCells::Place SortedCells::place_of(const Position& at) const noexcept {
  std::array<std::int64_t, max_dimensions> numbers{};
  std::array<std::size_t, max_dimensions> axes{};  // of the image, in the order of the tile's
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) {
    numbers[axis] = number(at, axis);
    axes[axis] = axis;
  }
  for (const auto& group : grid_.groups())
    for (std::size_t end = 1; end < group.size(); ++end)
      for (std::size_t i = end; i > 0 && numbers[group[i]] < numbers[group[i - 1]]; --i) {
        std::swap(numbers[group[i]], numbers[group[i - 1]]);
        std::swap(axes[group[i]], axes[group[i - 1]]);
      }
  Place place{grid_.tile_numbered(numbers.data()) * tile_cells_, {}};
  for (std::size_t i = 0; i < strides_.size(); ++i) {
    const std::size_t axis = axes[i];
    const std::int64_t within = at[axis] - grid_.box().low[axis] - numbers[i] * grid_.sides()[axis];
    place.steps[axis] = strides_[i];
    place.cell += static_cast<std::uint64_t>(within * strides_[i]);
  }
  return place;
}

std::int64_t SortedCells::tile_end(const Position& at, std::size_t axis) const noexcept {
  const std::int64_t end = grid_.box().low[axis] + (number(at, axis) + 1) * grid_.sides()[axis] - 1;
  return std::min(end, grid_.box().high[axis]);
}

std::uint32_t SortedCells::at(const Position& position) const {
  looked_at();
  const Place place = place_of(position);
  return with_cell_type(
      width_, [&]<class Cell>(Cell) -> std::uint32_t { return block_.as<Cell>()[place.cell]; });
}

void SortedCells::read(const Position& start, std::span<std::uint32_t> values) const {
  Position at = start;
  const std::size_t last = at.size() - 1;
  while (!values.empty()) {
    looked_at();
    const Place place = place_of(at);
    const std::int64_t stretch =
        std::min<std::int64_t>(std::ssize(values), tile_end(at, last) + 1 - at[last]);
    constexpr std::int64_t one_by_one = 1;
    with_cell_type(width_, [&]<class Cell>(Cell) {
      copy_steps({&stretch, 1}, block_.as<Cell>().data() + place.cell, &place.steps[last],
                 values.data(), &one_by_one);
    });
    values = values.subspan(static_cast<std::size_t>(stretch));
    at[last] += stretch;
  }
}

// Of axes a < b of a group: where coordinate a is the larger one, both are exchanged.
void SortedCells::exchange(const Box& tile, std::size_t a, std::size_t b,
                           std::byte* cells) const noexcept {
  std::array<std::int64_t, max_dimensions> extents{};
  std::array<std::int64_t, max_dimensions> exchanged{};
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) {
    extents[axis] = tile.extent(axis);
    exchanged[axis] = strides_[axis];
  }
  std::swap(exchanged[a], exchanged[b]);
  extents[a] = 1;
  with_cell_type(width_, [&]<class Cell>(Cell) {
    Cell* const first = reinterpret_cast<Cell*>(cells);
    for (std::int64_t larger = 1; larger < tile.extent(a); ++larger) {
      extents[b] = larger;
      copy_steps(std::span<const std::int64_t>(extents.data(), strides_.size()),
                 std::as_const(first) + larger * strides_[b], exchanged.data(),
                 first + larger * strides_[a], strides_.data());
    }
  });
}

// By insertion: when the first `end` coordinates may stand in any order, the next one, not smaller
// than any of them, is let through to the front, place by place.
void SortedCells::mirror(std::size_t tile) noexcept {
  const Box box = grid_.tile(tile);
  for (const auto& group : grid_.groups())
    for (std::size_t end = 1; end < group.size(); ++end)
      for (std::size_t i = end; i > 0 && box.low[group[i]] == box.low[group[i - 1]]; --i)
        exchange(box, group[i - 1], group[i], this->tile(tile));
}

// `part` lies in one tile, or in one image of a tile.
void SortedCells::copy_part(const Box& part, const CellSpan& to) const {
  looked_at();
  const Place place = place_of(part.low);
  const CellView target = to.view();
  std::array<std::int64_t, max_dimensions> extents{};
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) extents[axis] = part.extent(axis);
  with_cell_type(width_, [&]<class From>(From) {
    with_cell_type(to.width, [&]<class To>(To) {
      copy_steps(std::span<const std::int64_t>(extents.data(), strides_.size()),
                 block_.as<From>().data() + place.cell, place.steps.data(),
                 reinterpret_cast<To*>(to.cells) + target.offset(part.low), target.strides.data());
    });
  });
}

void SortedCells::copy(const Box& region, const CellSpan& to) const {
  Box part{region.low, region.low};
  const auto end_part = [&](std::size_t axis) {
    part.high[axis] = std::min(tile_end(part.low, axis), region.high[axis]);
  };
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) end_part(axis);
  while (true) {
    copy_part(part, to);
    std::size_t axis = strides_.size();
    for (; axis > 0 && part.high[axis - 1] == region.high[axis - 1]; --axis) {
      part.low[axis - 1] = region.low[axis - 1];
      end_part(axis - 1);
    }
    if (axis == 0) return;
    part.low[axis - 1] = part.high[axis - 1] + 1;
    end_part(axis - 1);
  }
}

}  // namespace grundy::ray
