#include "offset/bits.hpp"

#include <algorithm>
#include <utility>

namespace grundy::offset {
namespace {

// The next index within `rows`, along their axes; false after the last one.
bool advance_in(const Box& rows, Index& index) noexcept {
  for (std::size_t axis = rows.dimensions(); axis-- > 0; index[axis] = rows.low[axis])
    if (++index[axis] <= rows.high[axis]) return true;
  return false;
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

// By the rows that meet the region. In a skewed plane these are more, by as many as the region has
// places along a row.
void Bits::copy(const Box& region, const CellSpan& to) const {
  fill_region(to, region, 1);
  const RowAxes& axes = layout_.axes;
  const auto places = [&](std::size_t number) {
    const RowAxis& axis = axes.axes[number];
    const std::int64_t sign = axis.mirrored ? -1 : 1;
    const std::int64_t low = sign * (region.low[axis.coordinate] - axis.first);
    const std::int64_t high = sign * (region.high[axis.coordinate] - axis.first);
    return std::pair(std::min(low, high), std::max(low, high));
  };
  Box rows;
  for (std::size_t number = 0; number < axes.row_axis(); ++number) {
    auto [low, high] = places(number);
    if (axes.skewed && number == axes.plane_axis()) {
      low += places(axes.row_axis()).first;
      high += places(axes.row_axis()).second;
    }
    rows.low.push_back(low);
    rows.high.push_back(high);
  }
  const CellView target = to.view();
  std::byte* const first = to.cells + target.offset(region.low) * to.width;
  Index index(axes.dimensions());
  std::ranges::copy(rows.low, index.begin());
  do {
    const Stretch bits = stretch(region, target.strides, index);
    bits.for_each_bit([&](std::int64_t bit) {
      std::fill_n(first + (bits.origin + bits.step * bit) * to.width, to.width, std::byte{0});
    });
  } while (advance_in(rows, index));
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

}  // namespace grundy::offset
