#include "ray/sorted_cells.hpp"

#include <algorithm>

#include "core/cell_type.hpp"

namespace grundy::ray {
namespace {

template <class Cell>
void copy_strided(std::span<const Cell> cells, std::uint64_t first, std::int64_t stride,
                  std::span<std::uint32_t> values) {
  const Cell* cell = cells.data() + first;
  for (std::uint32_t& value : values) {
    value = *cell;
    cell += stride;
  }
}

}  // namespace

SortedCells::SortedCells(tiles::TileGrid grid, unsigned width)
    : grid_(std::move(grid)), width_(width), strides_(grid_.sides().size()) {
  for (std::size_t axis = strides_.size(); axis-- > 0;) {
    strides_[axis] = static_cast<std::int64_t>(tile_cells_);
    tile_cells_ *= static_cast<std::uint64_t>(grid_.sides()[axis]);
  }
}

Result<SortedCells> SortedCells::allocate(tiles::TileGrid grid, unsigned width) {
  SortedCells cells(std::move(grid), width);
  auto block = memory::Block::zeros(cells.grid_.tiles() * cells.tile_cells_ * width);
  if (!block) return block.error();
  cells.block_ = std::move(*block);
  return cells;
}

std::byte* SortedCells::tile(std::size_t tile) noexcept {
  return block_.data() + tile * tile_cells_ * width_;
}

std::uint64_t SortedCells::place_of(const Position& sorted) const noexcept {
  std::uint64_t place = grid_.tile_of(sorted) * tile_cells_;
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) {
    const std::int64_t within = (sorted[axis] - grid_.box().low[axis]) % grid_.sides()[axis];
    place += static_cast<std::uint64_t>(within * strides_[axis]);
  }
  return place;
}

std::uint32_t SortedCells::at(const Position& position) const {
  Position sorted = position;
  grid_.sort(sorted);
  const std::uint64_t place = place_of(sorted);
  return with_cell_type(
      width_, [&]<class Cell>(Cell) -> std::uint32_t { return block_.as<Cell>()[place]; });
}

void SortedCells::read(const Position& start, std::span<std::uint32_t> values) const {
  Position at = start;
  while (!values.empty()) {
    const std::size_t read = read_stretch(at, values);
    values = values.subspan(read);
    at.back() += static_cast<std::int64_t>(read);
  }
}

// Along a row cells lie in equal steps while the last coordinate neither passes another one
// of its group nor enters the next tile. Returns how many values were read.
std::size_t SortedCells::read_stretch(const Position& at, std::span<std::uint32_t> values) const {
  Position sorted = at;
  grid_.sort(sorted);
  const std::int64_t value = at.back();
  std::size_t axis = sorted.size() - 1;
  const std::int64_t side = grid_.sides()[axis];
  std::int64_t end = value + side - (value - grid_.box().low[axis]) % side;
  for (const auto& group : grid_.groups()) {
    if (group.back() != sorted.size() - 1) continue;
    // The last place of the value is the one from which it may grow up to its successor.
    std::size_t i = group.size() - 1;
    while (sorted[group[i]] != value) --i;
    axis = group[i];
    if (i + 1 < group.size()) end = std::min(end, sorted[group[i + 1]]);
  }
  const auto count = std::min(values.size(), static_cast<std::size_t>(end - value));
  const auto read = values.first(count);
  const std::uint64_t first = place_of(sorted);
  with_cell_type(width_, [&]<class Cell>(Cell) {
    copy_strided(block_.as<Cell>(), first, strides_[axis], read);
  });
  return count;
}

}  // namespace grundy::ray
