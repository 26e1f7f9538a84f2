#include "methods/offsets/kept_cells.hpp"

#include <algorithm>

namespace grundy::offset {
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
    // The value at index 0, were it there.
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

// Rows of a plane, the first of which begins at `board`; `to` is the place of index 0 of the plane.
template <class Cell>
void KeptCells::copy_plane(Range rows, const Cell* board, Cell* values, std::int64_t to) const {
  const std::size_t u = axes_.plane_axis();
  const std::size_t w = axes_.row_axis();
  const auto pitch = static_cast<std::int64_t>(board_.pitch());
  const std::int64_t skew = axes_.skewed ? 1 : 0;
  // Values that are neighbours are written one after the other.
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
