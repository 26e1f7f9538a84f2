#include "ray/sorted_cells.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>
#include <utility>

#include "core/cell_type.hpp"
#include "kernels/transpose.hpp"

namespace grundy::ray {
namespace {

using Steps = std::span<const std::int64_t>;  // by axis

// Calls plane(from, to) for all places along the axes but two, whose extents are taken for 1.
template <class Cell, class Plane>
void for_each_plane(Steps extents, const Cell* from, Steps from_steps, Cell* to, Steps to_steps,
                    const Plane& plane) {
  if (extents.empty()) return plane(from, to);
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for_each_plane(extents.subspan(1), from + i * from_steps[0], from_steps.subspan(1),
                   to + i * to_steps[0], to_steps.subspan(1), plane);
}

// The same of one array.
template <class Cell, class Plane>
void for_each_plane(Steps extents, Cell* cells, Steps steps, const Plane& plane) {
  if (extents.empty()) return plane(cells);
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for_each_plane(extents.subspan(1), cells + i * steps[0], steps.subspan(1), plane);
}

// As kernels::mirror, of a plane of rows of so many cells.
template <class Cell>
void mirror_rows(Cell* cells, std::int64_t outer, std::int64_t inner, std::int64_t side,
                 std::int64_t row) {
  for (std::int64_t larger = 1; larger < side; ++larger)
    for (std::int64_t smaller = 0; smaller < larger; ++smaller)
      std::copy_n(cells + smaller * outer + larger * inner, row,
                  cells + larger * outer + smaller * inner);
}

// Copies like copy_steps. Of `to` neighbours along the last axis lie side by side. If those of
// `from` do so along another one, `quick`, planes of both axes are transposed.
template <class Cell>
void copy_transposed(Steps extents, const Cell* from, Steps from_steps, Cell* to, Steps to_steps) {
  const std::size_t last = extents.size() - 1;
  std::size_t quick = 0;
  while (quick < last && (from_steps[quick] != 1 || extents[quick] == 1)) ++quick;
  if (quick == last || extents[last] == 1)
    return copy_steps(extents, from, from_steps.data(), to, to_steps.data());
  std::array<std::int64_t, max_dimensions> planes{};
  std::ranges::copy(extents, planes.begin());
  planes[quick] = planes[last] = 1;
  for_each_plane(Steps(planes.data(), extents.size()), from, from_steps, to, to_steps,
                 [&](const Cell* plane, Cell* transposed) {
                   kernels::transpose({plane, from_steps[last]}, {transposed, to_steps[quick]},
                                      static_cast<std::size_t>(extents[quick]),
                                      static_cast<std::size_t>(extents[last]));
                 });
}

}  // namespace

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
  const std::size_t last = strides_.size() - 1;
  std::array<std::int64_t, max_dimensions> sides{};
  for (std::size_t axis = 0; axis < last; ++axis) sides[axis] = tile.extent(axis);
  sides[a] = sides[b] = sides[last] = 1;
  const Steps extents(sides.data(), strides_.size());
  with_cell_type(width_, [&]<class Cell>(Cell) {
    for_each_plane(extents, reinterpret_cast<Cell*>(cells), Steps(strides_), [&](Cell* plane) {
      if (b == last)
        kernels::mirror({plane, strides_[a]}, static_cast<std::size_t>(tile.extent(a)));
      else
        mirror_rows(plane, strides_[a], strides_[b], tile.extent(a), tile.extent(last));
    });
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
  std::array<std::int64_t, max_dimensions> sides{};
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) sides[axis] = part.extent(axis);
  const Steps extents(sides.data(), strides_.size());
  const Steps steps(place.steps.data(), strides_.size());
  with_cell_type(width_, [&]<class From>(From) {
    const From* const from = block_.as<From>().data() + place.cell;
    with_cell_type(to.width, [&]<class To>(To) {
      To* const first = reinterpret_cast<To*>(to.cells) + target.offset(part.low);
      if constexpr (std::is_same_v<From, To>)
        copy_transposed<To>(extents, from, steps, first, target.strides);
      else
        copy_steps(extents, from, steps.data(), first, target.strides.data());
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
