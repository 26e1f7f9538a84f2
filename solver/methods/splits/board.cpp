#include "methods/splits/board.hpp"

#include <algorithm>

#include "kernels/split/split.hpp"

namespace grundy::split {
namespace {

constexpr std::int64_t cache_line = 64;
constexpr std::int64_t rows_at_once = 256;

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Calls body(row) for all rows, on all threads.
template <class Body>
void for_rows(std::int64_t rows, parallel::Executor& executor, const Body& body) {
  const auto tasks = static_cast<std::size_t>(round_up(rows, rows_at_once) / rows_at_once);
  executor.for_each(tasks, [&](std::size_t task, std::size_t) {
    const std::int64_t first = static_cast<std::int64_t>(task) * rows_at_once;
    for (std::int64_t row = first; row < std::min(first + rows_at_once, rows); ++row) body(row);
  });
}

}  // namespace

Board::Layout Board::layout(const Box& box, std::int64_t reach) {
  const std::int64_t length = box.extent(box.dimensions() - 1);
  const std::int64_t front = round_up(std::max(reach, kernels::split_pad), cache_line);
  const std::int64_t lines = (front + round_up(length, kernels::split_lanes)) / cache_line;
  return {front, (lines | 1) * cache_line, static_cast<std::int64_t>(*box.volume()) / length,
          length};
}

std::uint64_t Board::bytes(const Box& box, std::int64_t reach) {
  const Layout rows = layout(box, reach);
  return static_cast<std::uint64_t>(rows.stride * (rows.rows + 1) + kernels::split_pad);
}

Result<Board> Board::make(const Box& box, std::int64_t reach, parallel::Executor& executor) {
  auto block = memory::Block::zeros(bytes(box, reach));
  if (!block) return block.error();
  Board board;
  board.box_ = box;
  board.layout_ = layout(box, reach);
  board.block_ = std::move(*block);
  board.strides_.assign(box.dimensions(), 1);
  std::int64_t stride = board.layout_.stride;
  for (std::size_t axis = box.dimensions() - 1; axis-- > 0; stride *= box.extent(axis))
    board.strides_[axis] = stride;
  for_rows(board.layout_.rows, executor, [&](std::int64_t row) {
    std::uint8_t* start = board.cells().data() + row * board.layout_.stride;
    std::fill_n(start, board.layout_.front, kernels::no_position);
  });
  return board;
}

Result<memory::Cells> Board::copy(parallel::Executor& executor) const {
  auto cells = memory::Cells::allocate(box_, 1);
  if (!cells) return cells.error();
  const std::span<const std::uint8_t> from = block_.as<std::uint8_t>();
  const std::span<std::uint8_t> to = cells->as<std::uint8_t>();
  for_rows(layout_.rows, executor, [&](std::int64_t row) {
    std::copy_n(from.data() + origin() + row * layout_.stride, layout_.length,
                to.data() + row * layout_.length);
  });
  return cells;
}

}  // namespace grundy::split
