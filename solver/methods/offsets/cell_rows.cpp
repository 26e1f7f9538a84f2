#include "methods/offsets/cell_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "kernels/offset/cell_rows.hpp"
#include "methods/family.hpp"
#include "methods/offsets/row_layout.hpp"

namespace grundy::offset {
namespace {

// Bytes of a cell, which holds one more than a value and not the largest number.
std::optional<unsigned> width_for(Quantity quantity, const Box& closure,
                                  const rules::Descent& descent) {
  if (quantity == Quantity::nimber) return 1;
  const std::uint64_t plies = rules::longest_play(closure, descent) + 1;
  const auto fits = [&](std::uint64_t largest) { return plies <= (largest - 4) / 2; };
  if (fits(std::numeric_limits<std::uint16_t>::max())) return 2;
  if (fits(std::numeric_limits<std::uint32_t>::max())) return 4;
  return std::nullopt;
}

}  // namespace

Result<CellRows> cell_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                           const RowAxes& axes, Quantity quantity, const Box& closure,
                           const rules::Descent& descent, const Box& box) {
  using family::does_not_apply;
  const auto ray = std::ranges::find_if(offsets, [](const Offset& offset) { return offset.ray; });
  if (ray != offsets.end()) return does_not_apply("it finds only outcomes where there are rays");
  if (quantity == Quantity::nimber && offsets.size() > kernels::most_nimber_sources)
    return does_not_apply(fmt::format("more than {} offsets", kernels::most_nimber_sources));
  const auto width = width_for(quantity, closure, descent);
  if (!width) return does_not_apply("play may last too long");
  auto rows = bit_rows(rules, offsets, axes);
  if (!rows) return rows.error();
  CellRows cells{std::move(*rows), quantity, *width, box};
  cells.use_window();
  return cells;
}

void CellRows::use_window() {
  rows.kept.reset();
  if (fits_window(rows)) rows.kept = part_of(rows.axes, box);
}

Result<CellRows> recognise_cell_rows(const rules::Rules& rules,
                                     const relation::Differences& differences, Quantity quantity,
                                     const Box& closure, const rules::Descent& descent,
                                     const Box& box) {
  const auto all = offsets_in_rows(rules, differences, closure);
  if (!all) return all.error();
  const auto layouts = row_layouts(*all, closure, quantity);
  if (layouts.empty()) return family::does_not_apply(std::string(no_layout));
  return cell_rows(rules, *all, layouts.front(), quantity, closure, descent, box);
}

namespace {

constexpr std::size_t cache_line = 64;
// Rows of at least this many bytes lie an odd number of lines apart, so that their columns spread
// over all sets of a cache.
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

namespace {

template <class Cell>
void copy_line(const Cell* from, std::int64_t step, std::int64_t count, Cell* to,
               std::int64_t to_step) {
  if (step == 1 && to_step == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<Cell>(from[i] - 1);
  else if (to_step == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<Cell>(from[i * step] - 1);
  else
    for (std::int64_t i = 0; i < count; ++i)
      to[i * to_step] = static_cast<Cell>(from[i * step] - 1);
}

}  // namespace

KeptCells::KeptCells(const RowAxes& axes, const Board& board, memory::Cells& values)
    : axes_(axes), board_(board) {
  const Box& box = values.box();
  const std::vector<std::int64_t> strides = box.strides();
  for (const RowAxis& axis : axes.axes) {
    const std::int64_t first = axis.mirrored ? axis.first - box.high[axis.coordinate]
                                             : box.low[axis.coordinate] - axis.first;
    kept_.push_back({first, first + box.extent(axis.coordinate) - 1});
    steps_.push_back(axis.mirrored ? -strides[axis.coordinate] : strides[axis.coordinate]);
    // The place that the value at index 0 would have.
    origin_ += (axis.mirrored ? strides[axis.coordinate] * (box.extent(axis.coordinate) - 1) : 0) -
               first * steps_.back();
  }
}

template <class Cell>
void KeptCells::copy(const Box& tile, const Cell* board, Cell* values) const {
  const std::size_t plane_axis = axes_.plane_axis();
  Index low = tile.low;
  Index high = tile.high;
  for (std::size_t axis = 0; axis < plane_axis; ++axis) {
    low[axis] = std::max(low[axis], kept_[axis].first);
    high[axis] = std::min(high[axis], kept_[axis].last);
    if (low[axis] > high[axis]) return;
  }
  low.back() = 0;
  Index at = low;
  while (true) {
    std::int64_t to = origin_;
    for (std::size_t axis = 0; axis < plane_axis; ++axis) to += at[axis] * steps_[axis];
    copy_plane({low[plane_axis], high[plane_axis]}, board + board_.at(at), values, to);
    std::size_t axis = plane_axis;
    while (axis > 0 && at[axis - 1] == high[axis - 1]) {
      --axis;
      at[axis] = low[axis];
    }
    if (axis == 0) return;
    ++at[axis - 1];
  }
}

// Copies rows of a plane. The first begins at `board`, and `to` is the place of index 0 of the
// plane.
template <class Cell>
void KeptCells::copy_plane(Range rows, const Cell* board, Cell* values, std::int64_t to) const {
  const std::size_t u = axes_.plane_axis();
  const std::size_t w = axes_.row_axis();
  const auto pitch = static_cast<std::int64_t>(board_.pitch());
  const std::int64_t skew = axes_.skewed ? 1 : 0;
  // The inner loop writes adjacent values.
  const bool along_row = std::abs(steps_[u]) != 1;
  const std::size_t outer = along_row ? u : w;
  const std::size_t inner = along_row ? w : u;
  Range all = kept_[outer];
  if (outer == u && skew == 0)
    all = {std::max(all.first, rows.first), std::min(all.last, rows.last)};
  for (std::int64_t i = all.first; i <= all.last; ++i) {
    Range some = kept_[inner];
    if (inner == u || skew == 1) {
      const std::int64_t by = skew * i;
      some = {std::max(some.first, rows.first - by), std::min(some.last, rows.last - by)};
    }
    if (some.first > some.last) continue;
    const std::int64_t first_u = along_row ? i : some.first;
    const std::int64_t first_w = along_row ? some.first : i;
    const Cell* from = board + (first_u + skew * first_w - rows.first) * pitch + first_w;
    Cell* value = values + to + first_u * steps_[u] + first_w * steps_[w];
    const std::int64_t count = some.last - some.first + 1;
    copy_line(from, along_row ? 1 + skew * pitch : pitch, count, value, steps_[inner]);
  }
}

template void KeptCells::copy(const Box&, const std::uint8_t*, std::uint8_t*) const;
template void KeptCells::copy(const Box&, const std::uint16_t*, std::uint16_t*) const;
template void KeptCells::copy(const Box&, const std::uint32_t*, std::uint32_t*) const;

}  // namespace grundy::offset
