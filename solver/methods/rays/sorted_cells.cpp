#include "methods/rays/sorted_cells.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "kernels/transpose.hpp"

namespace grundy::ray {

namespace {

// The kept tile next to a tile along the last axis, by a step of 1 or -1; tiles() for none.
std::size_t kept_beside(const SortedCells& cells, std::size_t tile, std::int64_t step) {
  const tiles::TileGrid& grid = cells.grid();
  Position numbers = grid.numbers(tile);
  numbers.back() += step;
  const std::size_t last = numbers.size() - 1;
  if (numbers.back() < 0 || numbers.back() > (grid.box().extent(last) - 1) / grid.sides()[last] ||
      !grid.ascends(numbers))
    return grid.tiles();
  const std::size_t beside = grid.tile_numbered(numbers.data());
  return cells.has(beside) ? beside : grid.tiles();
}

using Steps = std::span<const std::int64_t>;  // by axis

// Calls plane(from, to) for all places along all axes but two, whose extents must be given as 1.
template <class Cell, class Plane>
void for_each_plane(Steps extents, const Cell* from, Steps from_steps, Cell* to, Steps to_steps,
                    const Plane& plane) {
  if (extents.empty()) return plane(from, to);
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for_each_plane(extents.subspan(1), from + i * from_steps[0], from_steps.subspan(1),
                   to + i * to_steps[0], to_steps.subspan(1), plane);
}

// The same for one array.
template <class Cell, class Plane>
void for_each_plane(Steps extents, Cell* cells, Steps steps, const Plane& plane) {
  if (extents.empty()) return plane(cells);
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for_each_plane(extents.subspan(1), cells + i * steps[0], steps.subspan(1), plane);
}

// Like kernels::mirror, for a plane of rows of `row` cells.
template <class Cell>
void mirror_rows(Cell* cells, std::int64_t outer, std::int64_t inner, std::int64_t side,
                 std::int64_t row) {
  for (std::int64_t larger = 1; larger < side; ++larger)
    for (std::int64_t smaller = 0; smaller < larger; ++smaller)
      std::copy_n(cells + smaller * outer + larger * inner, row,
                  cells + larger * outer + smaller * inner);
}

// Copies like copy_steps. In `to` neighbours along the last axis are adjacent. If those in `from`
// are adjacent along another axis, `quick`, planes of both axes are transposed.
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

std::vector<std::int64_t> strides_of_tile(const tiles::TileGrid& grid) {
  std::vector<std::int64_t> strides(grid.sides().size());
  std::int64_t cells = 1;
  for (std::size_t axis = strides.size(); axis-- > 0; cells *= grid.sides()[axis])
    strides[axis] = cells;
  return strides;
}

SortedCells::SortedCells(tiles::TileGrid grid, unsigned width)
    : grid_(std::move(grid)), width_(width), strides_(strides_of_tile(grid_)) {
  for (const std::int64_t side : grid_.sides()) tile_cells_ *= static_cast<std::uint64_t>(side);
}

SortedCells::SortedCells(SortedCells&&) noexcept = default;
SortedCells& SortedCells::operator=(SortedCells&&) noexcept = default;
SortedCells::~SortedCells() = default;

Result<SortedCells> SortedCells::allocate(tiles::TileGrid grid, unsigned width,
                                          const std::filesystem::path& folder) {
  SortedCells cells(std::move(grid), width);
  if (Status s = cells.allocate_tiles(cells.grid_.tiles(), folder); !s) return s.error();
  return cells;
}

Result<SortedCells> SortedCells::allocate_part(tiles::TileGrid grid, unsigned width,
                                               const std::vector<std::uint8_t>& is_here,
                                               const std::filesystem::path& folder) {
  SortedCells cells(std::move(grid), width);
  std::vector<std::uint32_t> places(is_here.size(), KeptTiles::none);
  std::uint32_t next = 0;
  for (std::size_t tile = 0; tile < places.size(); ++tile)
    if (is_here[tile] != 0) places[tile] = next++;
  if (Status s = cells.allocate_tiles(next, folder); !s) return s.error();
  if (next < places.size())
    cells.kept_.places = std::make_shared<const std::vector<std::uint32_t>>(std::move(places));
  return cells;
}

Status SortedCells::allocate_tiles(std::uint64_t count, const std::filesystem::path& folder) {
  const std::uint64_t bytes = count * tile_cells_ * width_;
  auto block = folder.empty() || bytes == 0 ? memory::Block::zeros(bytes)
                                            : memory::Block::in_file(bytes, folder);
  if (!block) return block.error();
  block_ = std::move(*block);
  kept_ = {block_.data(), tile_cells_ * width_, {}};
  return {};
}

template <class Use>
void SortedCells::with_tile(std::size_t tile, const Use& use) const {
  count_access();
  if (kept_.has(tile)) return use(static_cast<const std::byte*>(kept_.of(tile)));
  const OtherTiles::Tile cells = others_->get(tile);
  use(cells->data());
}

// An image of a tile has the axes of the tile in the order of its numbers. Coordinates within a
// tile may have any order, as it is mirrored.
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
  Place place{grid_.tile_numbered(numbers.data()), 0, {}};
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
  const Place place = place_of(position);
  std::uint32_t value = 0;
  with_tile(place.tile, [&](const std::byte* cells) {
    with_cell_type(width_, [&]<class Cell>(Cell) {
      value = reinterpret_cast<const Cell*>(cells)[place.cell];
    });
  });
  return value;
}

void SortedCells::read(const Position& start, std::span<std::uint32_t> values) const {
  Position at = start;
  const std::size_t last = at.size() - 1;
  while (!values.empty()) {
    const Place place = place_of(at);
    const std::int64_t stretch =
        std::min<std::int64_t>(std::ssize(values), tile_end(at, last) + 1 - at[last]);
    constexpr std::int64_t one_by_one = 1;
    with_tile(place.tile, [&](const std::byte* cells) {
      with_cell_type(width_, [&]<class Cell>(Cell) {
        copy_steps({&stretch, 1}, reinterpret_cast<const Cell*>(cells) + place.cell,
                   &place.steps[last], values.data(), &one_by_one);
      });
    });
    values = values.subspan(static_cast<std::size_t>(stretch));
    at[last] += stretch;
  }
}

// For axes a < b of a group: copies values to positions whose coordinate a is the larger one.
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

// By insertion: when the first `end` coordinates may have any order, the next one, not smaller than
// any of them, is moved to the front, place by place.
void SortedCells::mirror(std::size_t tile) noexcept {
  const Box box = grid_.tile(tile);
  for (const auto& group : grid_.groups())
    for (std::size_t end = 1; end < group.size(); ++end)
      for (std::size_t i = end; i > 0 && box.low[group[i]] == box.low[group[i - 1]]; --i)
        exchange(box, group[i - 1], group[i], this->tile(tile));
}

// `part` lies in one tile, or in one image of a tile.
void SortedCells::copy_part(const Box& part, const CellSpan& to) const {
  const Place place = place_of(part.low);
  const CellView target = to.view();
  std::array<std::int64_t, max_dimensions> sides{};
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) sides[axis] = part.extent(axis);
  const Steps extents(sides.data(), strides_.size());
  const Steps steps(place.steps.data(), strides_.size());
  with_tile(place.tile, [&](const std::byte* cells) {
    with_cell_type(width_, [&]<class From>(From) {
      const From* const from = reinterpret_cast<const From*>(cells) + place.cell;
      with_cell_type(to.width, [&]<class To>(To) {
        To* const first = reinterpret_cast<To*>(to.cells) + target.offset(part.low);
        if constexpr (std::is_same_v<From, To>)
          copy_transposed<To>(extents, from, steps, first, target.strides);
        else
          copy_steps(extents, from, steps.data(), first, target.strides.data());
      });
    });
  });
}

void SortedCells::visit_kept_rows(
    std::size_t tile,
    const std::function<void(const Position& start, std::uint64_t length)>& visit) const {
  if (!has(tile) || kept_beside(*this, tile, -1) < tiles()) return;
  Box starts = grid_.tile(tile);
  std::int64_t end = starts.high.back();
  for (std::size_t next = tile; (next = kept_beside(*this, next, 1)) < tiles();)
    end = grid_.tile(next).high.back();
  starts.high.back() = starts.low.back();
  for (std::uint64_t row = 0; row < *starts.volume(); ++row) {
    Position start = starts.position(row);
    if (!is_sorted_row(start, groups())) continue;
    start.back() = std::max(start.back(), first_sorted(start, groups()));
    if (start.back() <= end) visit(start, static_cast<std::uint64_t>(end - start.back() + 1));
  }
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
