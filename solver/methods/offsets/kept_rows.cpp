#include "methods/offsets/kept_rows.hpp"

#include <algorithm>
#include <cstdlib>

namespace grundy::offset {

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

// Word by word of all rows, for they are short.
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
