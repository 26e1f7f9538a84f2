#include "offset/board.hpp"

#include <algorithm>

#include "core/cell_type.hpp"
#include "kernels/offset/cell_rows.hpp"

namespace grundy::offset {
namespace {

constexpr std::size_t cache_line = 64;
// Rows of so many bytes lie an odd number of lines apart, so that columns of them spread over all
// sets of a cache.
constexpr std::size_t long_row = 1024;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

constexpr std::int64_t block_side = 64;

template <class Cell>
void copy_block(const Cell* from, std::int64_t step, std::int64_t count, Cell* to) {
  if (step == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<Cell>(from[i] - 1);
  else
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<Cell>(from[i * step] - 1);
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
  Layout layout{row * cells.width < long_row ? row : lines * line, reach, {}, 0};
  layout.strides.assign(axes.dimensions(), 1);
  std::size_t stride = layout.pitch;
  for (std::size_t axis = axes.row_axis(); axis-- > 0;) {
    layout.strides[axis] = stride;
    stride *= static_cast<std::size_t>(axes.extent(axis));
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
  return Board(cells, layout(cells), std::move(*block));
}

std::size_t Board::at(const Index& index) const noexcept {
  std::size_t cell = layout_.front;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    cell += static_cast<std::size_t>(index[axis]) * layout_.strides[axis];
  return cell;
}

Result<memory::Cells> Board::copy(const Box& part, parallel::Executor& executor) const {
  auto cells = memory::Cells::allocate(part, width_);
  if (!cells) return cells.error();
  const std::size_t last = part.dimensions() - 1;
  const auto cell_at = [&](const Position& position) {
    return static_cast<std::int64_t>(at(axes_.index(position)));
  };
  // Places on the board are linear in the coordinates.
  const std::int64_t origin = cell_at(part.low);
  std::vector<std::int64_t> steps;
  for (std::size_t axis = 0; axis <= last; ++axis) {
    Position next = part.low;
    ++next[axis];
    steps.push_back(cell_at(next) - origin);
  }
  // Blocks of the last coordinate and of the one that is nearest on the board use whole cache
  // lines.
  std::size_t other = 0;
  for (std::size_t axis = 1; axis < last; ++axis)
    if (std::abs(steps[axis]) < std::abs(steps[other])) other = axis;
  const std::int64_t length = part.extent(last);
  const std::int64_t side = std::abs(steps[last]) == 1 ? length : block_side;
  const std::vector<std::int64_t> strides = part.strides();
  Box bands = part;
  bands.high[last] = bands.low[last];
  bands.high[other] = bands.low[other] + (part.extent(other) - 1) / block_side;
  with_cell_type(width_, [&]<class Cell>(Cell) {
    const Cell* const from = block_.as<Cell>().data() + origin;
    Cell* const to = cells->as<Cell>().data();
    executor.for_each(*bands.volume(), [&](std::size_t band, std::size_t) {
      Position at = bands.position(band);
      const std::int64_t first = (at[other] - part.low[other]) * block_side;
      const std::int64_t end = std::min(first + block_side, part.extent(other));
      at[other] = part.low[other];
      std::int64_t source = 0;
      for (std::size_t axis = 0; axis < last; ++axis)
        source += (at[axis] - part.low[axis]) * steps[axis];
      const auto target = static_cast<std::int64_t>(part.rank(at));
      for (std::int64_t column = 0; column < length; column += side)
        for (std::int64_t row = first; row < end; ++row)
          copy_block(from + source + row * steps[other] + column * steps[last], steps[last],
                     std::min(side, length - column), to + target + row * strides[other] + column);
    });
  });
  return cells;
}

}  // namespace grundy::offset
