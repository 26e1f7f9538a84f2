#include "export/source.hpp"

#include <algorithm>

#include "table/array_format.hpp"

namespace grundy::exports {

Source::Source(const table::Table& table, Quantity array, Slice slice, Watch watch, unsigned width)
    : table_(&table),
      array_(array),
      slice_(std::move(slice)),
      watch_(watch),
      width_(width),
      box_(slice_.remaining()) {
  for (const std::size_t axis : slice_.axes)
    dimensions_.push_back(table.info().spec.coordinates[axis]);
}

Result<Source> Source::open(const table::Table& table, Quantity array, Slice slice, Watch watch) {
  const auto width = table.width(array);
  if (!width) return width.error();
  return Source(table, array, std::move(slice), watch, *width);
}

std::vector<std::int64_t> Source::shape() const {
  std::vector<std::int64_t> shape;
  for (std::size_t axis = 0; axis < box_.dimensions(); ++axis) shape.push_back(box_.extent(axis));
  return shape;
}

Status Source::read(const Box& part, std::vector<std::byte>& to) const {
  const Box region = slice_.in_table(part);
  to.resize(*region.volume() * width_);
  return table_->read(array_, region, {to.data(), width_, region});
}

// The piece that begins at `low` and is at most `most` coordinates thick along `axis`, single
// before it and whole after it. It ends where chunks end if it can, so that none is decoded twice
// (which layout_of guesses: a wrong guess costs time and nothing else).
Box Source::piece_at(const Position& low, std::size_t axis, std::int64_t most) const {
  Box piece{low, low};
  for (std::size_t after = axis + 1; after < low.size(); ++after)
    piece.high[after] = box_.high[after];
  const std::int64_t end = std::min(low[axis] + most, box_.high[axis] + 1);
  const std::size_t table_axis = slice_.axes[axis];
  const std::int64_t origin = info().spec.box.low[table_axis];
  const std::int64_t chunk = table::layout_of(info().spec).chunk[table_axis];
  const std::int64_t chunk_end = origin + (end - origin) / chunk * chunk;
  const bool cut = end <= box_.high[axis] && chunk_end > low[axis];
  piece.high[axis] = (cut ? chunk_end : end) - 1;
  return piece;
}

Status Source::for_each_piece(const UsePiece& use) const {
  // The first axis whose slabs fit: pieces are consecutive only if all later axes are whole.
  std::size_t axis = 0;
  const auto strides = box_.strides();
  while (axis + 1 < box_.dimensions() && strides[axis] * width_ > piece_bytes) ++axis;
  const std::int64_t most = std::max<std::int64_t>(piece_bytes / (strides[axis] * width_), 1);

  std::vector<std::byte> cells;
  Position at = box_.low;
  while (true) {
    const Box piece = piece_at(at, axis, most);
    if (Status s = read(piece, cells); !s) return s;
    if (Status s = use({cells.data(), width_, piece, piece.strides()}); !s) return s;
    at[axis] = piece.high[axis] + 1;
    for (std::size_t i = axis; at[i] > box_.high[i]; --i) {
      if (i == 0) return {};
      at[i] = box_.low[i];
      ++at[i - 1];
    }
  }
}

}  // namespace grundy::exports
