#include "methods/offsets/bits.hpp"

#include <cstdlib>

namespace grundy::offset {
namespace {

// The next index within `planes`, along their axes; false after the last one.
bool advance_in(const Box& planes, Index& index) noexcept {
  for (std::size_t axis = planes.dimensions(); axis-- > 0; index[axis] = planes.low[axis])
    if (++index[axis] <= planes.high[axis]) return true;
  return false;
}

// The places of a region along an axis of rows, and where its cells are.
struct Places {
  std::int64_t low;
  std::int64_t high;
  std::int64_t begin;  // the region's first coordinate
  std::int64_t step;   // cells from a place to the next one

  std::int64_t cell(std::int64_t place) const noexcept { return (place - begin) * step; }
};

std::vector<Places> places_of(const RowAxes& axes, const Box& region,
                              std::span<const std::int64_t> strides) {
  std::vector<Places> places;
  for (const RowAxis& axis : axes.axes) {
    const std::int64_t sign = axis.mirrored ? -1 : 1;
    const std::int64_t begin = sign * (region.low[axis.coordinate] - axis.first);
    const std::int64_t end = sign * (region.high[axis.coordinate] - axis.first);
    places.push_back(
        {std::min(begin, end), std::max(begin, end), begin, sign * strides[axis.coordinate]});
  }
  return places;
}

}  // namespace

Result<Bits> Bits::allocate(RowLayout layout) {
  auto block = memory::Block::zeros(layout.total_words() * sizeof(std::uint64_t));
  if (!block) return block.error();
  return Bits(std::move(layout), std::move(*block));
}

Box Bits::box() const {
  const auto& axes = layout_.axes.axes;
  Box box{Position(axes.size()), Position(axes.size())};
  for (const RowAxis& axis : axes) {
    const std::int64_t last = axis.first + (axis.extent - 1) * (axis.mirrored ? -1 : 1);
    box.low[axis.coordinate] = std::min(axis.first, last);
    box.high[axis.coordinate] = std::max(axis.first, last);
  }
  return box;
}

bool Bits::is_p(const Position& position) const {
  const Index index = layout_.axes.index(position);
  const auto bit = static_cast<std::uint64_t>(index.back());
  return (block_.as<std::uint64_t>()[layout_.row(index) + bit / 64] >> (bit % 64)) & 1;
}

void Bits::read(const Position& start, std::span<std::uint32_t> outcomes) const {
  Position at = start;
  ++at.back();
  const Index from = layout_.axes.index(start);
  const Index next = layout_.axes.index(at);
  const std::size_t row = layout_.row(from);
  if (outcomes.size() > 1 && layout_.row(next) == row) {  // the last axis runs along rows
    const std::uint64_t* words = block_.as<std::uint64_t>().data() + row;
    std::int64_t bit = from.back();
    for (std::uint32_t& outcome : outcomes) {
      outcome = ~static_cast<std::uint32_t>(words[bit / 64] >> (bit % 64)) & 1;
      bit += next.back() - from.back();
    }
    return;
  }
  at = start;
  for (std::uint32_t& outcome : outcomes) {
    outcome = is_p(at) ? 0 : 1;
    ++at.back();
  }
}

// Visits the rows that meet the region. In a skewed plane bit w of row r is at place r - w along
// the plane's axis. So more rows meet the region, by its number of places along a row.
void Bits::copy(const Box& region, const CellSpan& to) const {
  fill_region(to, region, 1);
  const RowAxes& axes = layout_.axes;
  const std::vector<Places> places = places_of(axes, region, to.view().strides);
  const Places& along = places[axes.row_axis()];
  const Places& across = places[axes.plane_axis()];
  const bool skewed = axes.skewed;
  Box planes;
  for (std::size_t axis = 0; axis < axes.plane_axis(); ++axis) {
    planes.low.push_back(places[axis].low);
    planes.high.push_back(places[axis].high);
  }
  Index index(axes.dimensions());
  std::ranges::copy(planes.low, index.begin());
  with_cell_type(to.width, [&]<class Cell>(Cell) {
    Cell* const first = reinterpret_cast<Cell*>(to.cells) + to.view().offset(region.low);
    do {
      const auto words = block_.as<std::uint64_t>().subspan(layout_.row(index));
      std::int64_t plane = along.cell(0);
      for (std::size_t axis = 0; axis < axes.plane_axis(); ++axis)
        plane += places[axis].cell(index[axis]);
      const std::int64_t end = across.high + (skewed ? along.high : 0);
      for (std::int64_t row = across.low + (skewed ? along.low : 0); row <= end; ++row) {
        const Stretch bits{.words = words.subspan(layout_.row_in_plane(row), layout_.words),
                           .first = skewed ? std::max(along.low, row - across.high) : along.low,
                           .last = skewed ? std::min(along.high, row - across.low) : along.high,
                           .origin = plane + across.cell(row),
                           .step = along.step - (skewed ? across.step : 0)};
        bits.for_each_bit([&](std::int64_t bit) { first[bits.origin + bits.step * bit] = 0; });
      }
    } while (advance_in(planes, index));
  });
}

std::uint64_t Bits::rows() const noexcept {
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis < layout_.axes.row_axis(); ++axis)
    rows *= static_cast<std::uint64_t>(layout_.axes.extent(axis));
  return rows;
}

std::uint64_t Bits::Stretch::masked(std::int64_t word) const noexcept {
  std::uint64_t bits = words[static_cast<std::size_t>(word)];
  if (64 * word < first) bits &= ~std::uint64_t{0} << (first - 64 * word);
  if (64 * word + 63 > last) bits &= ~std::uint64_t{0} >> (64 * word + 63 - last);
  return bits;
}

Index Bits::row_index(std::uint64_t row) const {
  const RowAxes& axes = layout_.axes;
  Index index(axes.dimensions());
  for (std::size_t axis = axes.row_axis(); axis-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(axes.extent(axis));
    index[axis] = static_cast<std::int64_t>(row % extent);
    row /= extent;
  }
  return index;
}

void Bits::advance(Index& index) const noexcept {
  for (std::size_t axis = layout_.axes.row_axis(); axis-- > 0; index[axis] = 0)
    if (++index[axis] < layout_.axes.extent(axis)) return;
}

Bits::Stretch Bits::stretch(const Box& part, std::span<const std::int64_t> strides,
                            const Index& index) const {
  const RowAxes& axes = layout_.axes;
  Stretch bits{block_.as<std::uint64_t>().subspan(layout_.row(index), layout_.words), 0,
               axes.row_length() - 1};
  for (std::size_t number = 0; number < axes.dimensions(); ++number) {
    const RowAxis& axis = axes.axes[number];
    // The coordinate at bit w is value + slope * w.
    const std::int64_t sign = axis.mirrored ? -1 : 1;
    const std::int64_t value = axis.first + sign * index[number];
    const bool runs = number == axes.row_axis();
    const bool skews = axes.skewed && number == axes.plane_axis();
    const std::int64_t slope = runs ? sign : skews ? -sign : 0;
    const std::int64_t low = part.low[axis.coordinate] - value;
    const std::int64_t high = part.high[axis.coordinate] - value;
    if (slope == 0 && (low > 0 || high < 0)) bits.last = -1;
    if (slope != 0) {
      bits.first = std::max(bits.first, slope > 0 ? low : -high);
      bits.last = std::min(bits.last, slope > 0 ? high : -low);
    }
    bits.origin -= low * strides[axis.coordinate];
    bits.step += slope * strides[axis.coordinate];
    if (slope != 0) bits.moving[bits.axes++] = {axis.coordinate, slope};
  }
  return bits;
}

KeptRows::KeptRows(const RowLayout& solved, Bits& bits)
    : layout_(bits.layout()),
      bits_(bits.words().data()),
      words_(solved.words),
      last_(~std::uint64_t{0} >> (-static_cast<std::uint64_t>(layout_.axes.row_length()) % 64)) {
  for (std::size_t axis = 0; axis < solved.axes.dimensions(); ++axis)
    offset_.push_back(std::abs(layout_.axes.axes[axis].first - solved.axes.axes[axis].first));
}

void KeptRows::copy(const Index& low, std::int64_t count,
                    std::span<const std::uint64_t> words) const noexcept {
  const RowAxes& axes = layout_.axes;
  const std::size_t plane_axis = axes.plane_axis();
  std::uint64_t* to = bits_;
  for (std::size_t axis = 0; axis < plane_axis; ++axis) {
    const std::int64_t index = low[axis] - offset_[axis];
    if (index < 0 || index >= axes.extent(axis)) return;
    to += static_cast<std::size_t>(index) * layout_.strides[axis];
  }
  const std::int64_t before = low[plane_axis] - offset_[plane_axis];
  const std::int64_t first = std::max<std::int64_t>(before, 0);
  const std::int64_t end = std::min(before + count, axes.extent(plane_axis));
  if (first >= end) return;
  const std::size_t bit = static_cast<std::size_t>(offset_.back());
  const std::uint64_t* const from =
      words.data() + static_cast<std::size_t>(first - before) * words_;
  copy_rows(from + bit / 64, bit % 64, static_cast<std::size_t>(end - first),
            to + static_cast<std::size_t>(first) * layout_.words);
}

// Word by word for all rows, as rows are short.
void KeptRows::copy_rows(const std::uint64_t* from, std::size_t shift, std::size_t rows,
                         std::uint64_t* to) const noexcept {
  const std::size_t words = layout_.words;
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t mask = word + 1 == words ? last_ : ~std::uint64_t{0};
    const auto copy = [=, stride = words_](const auto& bits) {
      for (std::size_t row = 0; row < rows; ++row)
        to[row * words + word] = bits(from + row * stride + word) & mask;
    };
    if (shift == 0)
      copy([](const std::uint64_t* at) { return at[0]; });
    else
      copy([=](const std::uint64_t* at) { return at[0] >> shift | at[1] << (64 - shift); });
  }
}

}  // namespace grundy::offset
