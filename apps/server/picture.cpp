#include "server/picture.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/cell_window.hpp"

namespace grundy::server {
namespace {

// Cells that belong to one row of pixels, or some of its rows.
template <class Cell>
struct Rows {
  const Cell* cells;
  std::size_t width;
  std::size_t count;
  bool begins;  // whether its first row is the first of these pixels
};

// First down the columns, for that takes vector instructions whatever the block, then along them.
template <class Column, class Cell, class Down, class Along>
void reduce(const Rows<Cell>& rows, std::size_t block, Column start, const Down& down,
            const Along& along, std::uint32_t* pixels) {
  std::vector<Column> columns(rows.width, start);
  for (std::size_t y = 0; y < rows.count; ++y) {
    const Cell* const row = rows.cells + y * rows.width;
    for (std::size_t x = 0; x < rows.width; ++x) columns[x] = down(columns[x], row[x]);
  }
  for (std::size_t begin = 0; begin < rows.width; begin += block, ++pixels)
    for (std::size_t x = begin; x < std::min(begin + block, rows.width); ++x)
      *pixels = along(*pixels, columns[x]);
}

template <class Cell>
void add_rows(const Rows<Cell>& rows, std::size_t block, Reduction reduction,
              std::uint32_t* pixels) {
  using Number = std::uint32_t;
  const auto least = [](auto a, auto b) { return std::min<decltype(a)>(a, b); };
  const auto most = [](auto a, auto b) { return std::max<decltype(a)>(a, b); };
  switch (reduction) {
    case Reduction::min:
      return reduce(rows, block, std::numeric_limits<Cell>::max(), least, least, pixels);
    case Reduction::max:
      return reduce(rows, block, Cell{0}, most, most, pixels);
    case Reduction::density:
      return reduce(
          rows, block, Number{0},
          [](Number zeros, Cell cell) { return zeros + (cell == 0 ? 1U : 0U); },
          [](Number a, Number b) { return a + b; }, pixels);
    case Reduction::sample:
      for (std::size_t x = 0; rows.begins && x < rows.width; x += block, ++pixels)
        *pixels = rows.cells[x];
  }
}

// What a pixel begins with before any position is looked at.
std::uint32_t first_value(Reduction reduction) {
  return reduction == Reduction::min ? std::numeric_limits<std::uint32_t>::max() : 0;
}

// Counts of zeros -> shares of 255, rounded up so that a single one is seen.
void counts_to_shares(const Box& part, std::int64_t block, Pixels& pixels) {
  for (std::int64_t y = 0; y < pixels.height; ++y)
    for (std::int64_t x = 0; x < pixels.width; ++x) {
      const std::int64_t cells =
          std::min(block, part.extent(0) - y * block) * std::min(block, part.extent(1) - x * block);
      std::uint32_t& value = pixels.values[static_cast<std::size_t>(y * pixels.width + x)];
      value = static_cast<std::uint32_t>((std::int64_t{value} * 255 + cells - 1) / cells);
    }
}

// Adds a strip of the part, which may begin and end within rows of pixels.
template <class Cell>
void add_strip(const Cell* cells, const Box& strip, const Box& part, std::int64_t block,
               Reduction reduction, Pixels& pixels) {
  const auto width = static_cast<std::size_t>(strip.extent(1));
  for (std::int64_t y = strip.low[0] - part.low[0]; y <= strip.high[0] - part.low[0];) {
    const std::int64_t end = std::min((y / block + 1) * block, strip.high[0] - part.low[0] + 1);
    const Rows<Cell> rows{cells, width, static_cast<std::size_t>(end - y), y % block == 0};
    add_rows(rows, static_cast<std::size_t>(block), reduction,
             &pixels.values[static_cast<std::size_t>(y / block * pixels.width)]);
    cells += rows.count * width;
    y = end;
  }
}

}  // namespace

unsigned finest_level(const Box& picture) noexcept {
  unsigned level = 0;
  while (tile_side << level < std::max(picture.extent(0), picture.extent(1))) ++level;
  return level;
}

std::optional<Box> part_shown(const Box& picture, std::int64_t block, std::int64_t row,
                              std::int64_t column) {
  const std::int64_t side = tile_side * block;
  if (row > (picture.extent(0) - 1) / side || column > (picture.extent(1) - 1) / side)
    return std::nullopt;
  Box part{{picture.low[0] + row * side, picture.low[1] + column * side}, {}};
  for (std::size_t axis = 0; axis < 2; ++axis)
    part.high.push_back(std::min(part.low[axis] + side - 1, picture.high[axis]));
  return part;
}

std::string Pixels::packed(unsigned bytes_each) const {
  std::string bytes(values.size() * bytes_each, '\0');
  for (std::size_t i = 0; i < values.size(); ++i)
    std::memcpy(bytes.data() + i * bytes_each, &values[i], bytes_each);
  return bytes;
}

Result<Pixels> draw(const exports::Source& source, const Box& part, std::int64_t block,
                    Reduction reduction) {
  Pixels pixels{(part.extent(0) + block - 1) / block, (part.extent(1) + block - 1) / block, {}};
  pixels.values.assign(static_cast<std::size_t>(pixels.height * pixels.width),
                       first_value(reduction));
  constexpr std::int64_t strip_bytes = std::int64_t{1} << 24;
  const std::int64_t row_bytes = part.extent(1) * source.width();
  const std::int64_t rows = std::max<std::int64_t>(strip_bytes / row_bytes, 1);
  std::vector<std::byte> cells;
  for (std::int64_t top = part.low[0]; top <= part.high[0]; top += rows) {
    Box strip = part;
    strip.low[0] = top;
    strip.high[0] = std::min(top + rows - 1, part.high[0]);
    if (Status s = source.read(strip, cells); !s) return s.error();
    if (Status s = source.passed(*strip.volume()); !s) return s.error();
    with_cell_type(source.width(), [&]<class Cell>(Cell) {
      add_strip(reinterpret_cast<const Cell*>(cells.data()), strip, part, block, reduction, pixels);
    });
  }
  if (reduction == Reduction::density) counts_to_shares(part, block, pixels);
  return pixels;
}

}  // namespace grundy::server
