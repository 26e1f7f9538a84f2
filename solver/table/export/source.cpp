#include "table/export/source.hpp"

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

Status Source::read(const Box& part, std::span<std::byte> to) const {
  const Box region = slice_.in_table(part);
  return table_->read(array_, region, {to.data(), width_, region});
}

Status Source::read(const Box& part, std::vector<std::byte>& to) const {
  to.resize(*part.volume() * width_);
  return read(part, std::span(to));
}

// Along the first axis whose slabs fit: pieces are consecutive only if all later axes are whole.
Source::Cut Source::cut(std::int64_t wanted) const {
  Cut cut;
  const auto strides = box_.strides();
  while (cut.axis + 1 < box_.dimensions() && strides[cut.axis] * width_ > piece_bytes) ++cut.axis;
  cut.slab_bytes = strides[cut.axis] * width_;
  cut.chunk = table::layout_of(info().spec).chunk[slice_.axes[cut.axis]];
  const std::int64_t most = std::max<std::int64_t>(piece_bytes / cut.slab_bytes, 1);
  cut.slabs = std::min(std::max(wanted / cut.slab_bytes, cut.chunk), most);
  return cut;
}

std::int64_t Source::most_bytes(std::int64_t wanted) const {
  const Cut cut = this->cut(wanted);
  return cut.slab_bytes * std::min(cut.slabs, box_.extent(cut.axis));
}

// It ends where chunks end if it can, so that none is decoded twice (which layout_of guesses: a
// wrong guess costs time and nothing else).
Box Source::piece_at(const Position& low, std::int64_t wanted) const {
  const auto [axis, slab_bytes, chunk, slabs] = cut(wanted);
  Box piece{low, low};
  for (std::size_t after = axis + 1; after < low.size(); ++after)
    piece.high[after] = box_.high[after];
  const std::int64_t origin = info().spec.box.low[slice_.axes[axis]];
  const std::int64_t end = std::min(low[axis] + slabs, box_.high[axis] + 1);
  const std::int64_t chunk_end = origin + (end - origin) / chunk * chunk;
  const bool ends_chunk = end <= box_.high[axis] && chunk_end > low[axis];
  piece.high[axis] = (ends_chunk ? chunk_end : end) - 1;
  return piece;
}

std::optional<Position> Source::after(const Box& piece) const {
  Position next = piece.high;
  for (std::size_t axis = next.size(); axis > 0; --axis) {
    if (next[axis - 1] < box_.high[axis - 1]) {
      ++next[axis - 1];
      return next;
    }
    next[axis - 1] = box_.low[axis - 1];
  }
  return std::nullopt;
}

Status Source::for_each_piece(const UsePiece& use) const {
  std::vector<std::byte> cells;
  for (std::optional<Position> low = box_.low; low;) {
    const Box piece = piece_at(*low, piece_bytes);
    if (Status s = read(piece, cells); !s) return s;
    if (Status s = use({cells.data(), width_, piece, piece.strides()}); !s) return s;
    low = after(piece);
  }
  return {};
}

}  // namespace grundy::exports
