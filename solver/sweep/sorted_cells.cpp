#include "sweep/sorted_cells.hpp"

#include <algorithm>

namespace grundy::sweep {
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

SortedCells::SortedCells(TileGrid grid, unsigned width)
    : grid_(std::move(grid)), width_(width), strides_(grid_.sides().size()) {
  for (std::size_t axis = strides_.size(); axis-- > 0;) {
    strides_[axis] = static_cast<std::int64_t>(tile_cells_);
    tile_cells_ *= static_cast<std::uint64_t>(grid_.sides()[axis]);
  }
}

Result<SortedCells> SortedCells::allocate(TileGrid grid, unsigned width) {
  SortedCells cells(std::move(grid), width);
  auto block = Block::zeros(cells.grid_.tiles() * cells.tile_cells_ * width);
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

std::uint32_t SortedCells::operator[](const Position& position) const {
  Position sorted = position;
  grid_.sort(sorted);
  const std::uint64_t place = place_of(sorted);
  if (width_ == 1) return block_.as<std::uint8_t>()[place];
  if (width_ == 2) return block_.as<std::uint16_t>()[place];
  return block_.as<std::uint32_t>()[place];
}

void SortedCells::read_row(const Position& start, std::span<std::uint32_t> values) const {
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
  if (width_ == 1) copy_strided(block_.as<std::uint8_t>(), first, strides_[axis], read);
  if (width_ == 2) copy_strided(block_.as<std::uint16_t>(), first, strides_[axis], read);
  if (width_ == 4) copy_strided(block_.as<std::uint32_t>(), first, strides_[axis], read);
  return count;
}

}  // namespace grundy::sweep
