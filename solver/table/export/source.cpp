#include "table/export/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string>

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

// Cuts along the first axis whose slabs fit: pieces are consecutive only if all later axes are
// whole.
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

// The piece ends where chunks end if possible, so that none is decoded twice. The sides of chunks
// are taken from layout_of; where the table has others, only time is lost.
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

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end + 1)) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
  }
  return parts;
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The whole text as an integer, `otherwise` if it is empty; nothing if it is neither.
std::optional<std::int64_t> integer(std::string_view text,
                                    std::optional<std::int64_t> otherwise = {}) {
  text = without_blanks(text);
  if (text.empty()) return otherwise;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// What is wanted along one axis, and whether the axis remains.
struct Entry {
  std::int64_t low;
  std::int64_t high;
  bool remains;
};

std::optional<Entry> parse_entry(std::string_view text, std::int64_t low, std::int64_t high) {
  const auto ends = split(text, ':');
  if (ends.size() > 2) return {};
  const bool range = ends.size() == 2;
  const auto from = range ? integer(ends[0], low) : integer(text);
  const auto to = range ? integer(ends[1], high) : from;
  if (!from || !to) return {};
  return Entry{*from, *to, range};
}

Error wrong_entry(std::string_view entry, const table::TableSpec& spec, std::size_t axis) {
  const std::int64_t low = spec.box.low[axis];
  const std::int64_t high = spec.box.high[axis];
  return Error{Errc::usage,
               fmt::format("slice: '{}' is no slice of {}, which runs from {} to {}; write a "
                           "coordinate such as {}, a range such as {}:{}, or : for all",
                           entry, spec.coordinates[axis], low, high, low, low, high)};
}

Error wrong_count(std::string_view text, std::size_t found, const table::TableSpec& spec) {
  std::string example = ":";
  for (std::size_t axis = 1; axis < spec.box.dimensions(); ++axis)
    example += fmt::format(",{}", spec.box.low[axis]);
  return Error{Errc::usage, fmt::format("slice: '{}' has {} entries, the table {} coordinates; "
                                        "write one entry for each, such as '{}'",
                                        text, found, spec.box.dimensions(), example)};
}

}  // namespace

Box Slice::remaining() const {
  Box box;
  for (const std::size_t axis : axes) {
    box.low.push_back(region.low[axis]);
    box.high.push_back(region.high[axis]);
  }
  return box;
}

Box Slice::in_table(const Box& part) const {
  Box whole = region;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    whole.low[axes[i]] = part.low[i];
    whole.high[axes[i]] = part.high[i];
  }
  return whole;
}

Slice everything(const Box& box) {
  Slice slice{box, std::vector<std::size_t>(box.dimensions())};
  std::iota(slice.axes.begin(), slice.axes.end(), std::size_t{0});
  return slice;
}

Result<Slice> parse_slice(std::string_view text, const table::TableSpec& spec) {
  const auto entries = split(text, ',');
  if (entries.size() != spec.box.dimensions()) return wrong_count(text, entries.size(), spec);
  Slice slice;
  for (std::size_t axis = 0; axis < entries.size(); ++axis) {
    const std::int64_t low = spec.box.low[axis];
    const std::int64_t high = spec.box.high[axis];
    const auto entry = parse_entry(entries[axis], low, high);
    if (!entry || entry->low < low || entry->high > high || entry->low > entry->high)
      return wrong_entry(entries[axis], spec, axis);
    slice.region.low.push_back(entry->low);
    slice.region.high.push_back(entry->high);
    if (entry->remains) slice.axes.push_back(axis);
  }
  if (slice.axes.empty())
    return Error{Errc::usage, fmt::format("slice: '{}' is a single position; 'grundy probe' gives "
                                          "its value, a slice has a range such as ':'",
                                          text)};
  return slice;
}

}  // namespace grundy::exports
