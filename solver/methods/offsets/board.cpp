#include "methods/offsets/board.hpp"

#include <algorithm>

#include "kernels/offset/cell_rows.hpp"
#include "methods/offsets/row_layout.hpp"

namespace grundy::offset {
namespace {

constexpr std::size_t cache_line = 64;
// Rows of so many bytes lie an odd number of lines apart, so that columns of them spread over all
// sets of a cache.
constexpr std::size_t long_row = 1024;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

Board::Layout Board::layout(const CellRows& cells) {
  const RowAxes& axes = cells.rows.axes;
  std::size_t reach = 0;
  for (const BitMove& move : cells.rows.moves)
    reach = std::max(reach, static_cast<std::size_t>(std::abs(move.change.back())));
  for (const BitMove& move : cells.rows.chain)
    reach = std::max(reach, static_cast<std::size_t>(-move.change.back()));
  const std::size_t row =
      round_up(static_cast<std::size_t>(axes.row_length()), kernels::cell_lanes) + reach;
  const std::size_t line = cache_line / cells.width;
  const std::size_t lines = round_up(row, line) / line | 1;
  Layout layout{row * cells.width < long_row ? row : lines * line, reach, axes.extent(0), {}, 0};
  if (cells.rows.kept) layout.window = tiles_of_window * cells.rows.schedule().tile_extents()[0];
  layout.strides.assign(axes.dimensions(), 1);
  std::size_t stride = layout.pitch;
  for (std::size_t axis = axes.row_axis(); axis-- > 0;) {
    layout.strides[axis] = stride;
    stride *= static_cast<std::size_t>(axis == 0 ? layout.window : axes.extent(axis));
  }
  layout.total = reach + stride;
  return layout;
}

std::uint64_t Board::bytes(const CellRows& cells) {
  return layout(cells).total * cells.width;
}

Result<Board> Board::make(const CellRows& cells) {
  auto block = memory::Block::zeros(bytes(cells));
  if (!block) return block.error();
  return Board(layout(cells), std::move(*block));
}

std::size_t Board::at(const Index& index) const noexcept {
  std::size_t cell =
      layout_.front + static_cast<std::size_t>(index[0] % layout_.window) * layout_.strides[0];
  for (std::size_t axis = 1; axis < index.size(); ++axis)
    cell += static_cast<std::size_t>(index[axis]) * layout_.strides[axis];
  return cell;
}

}  // namespace grundy::offset
