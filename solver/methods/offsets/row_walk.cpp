#include "methods/offsets/row_walk.hpp"

#include <algorithm>

namespace grundy::offset {

RowWalk::RowWalk(const BitRows& rows, Grouping grouping)
    : rows_(rows), grouping_(grouping), scratch_(rows.depth() * grouping.words) {}

void RowWalk::begin(std::int64_t count) {
  count_ = count;
  high_ = low_;
  high_[rows_.axes.plane_axis()] += count - 1;
  high_.back() = rows_.axes.row_length() - 1;
}

// The rows at which a move begins or ceases to have options, or its options go over to the next
// block.
void RowWalk::find_cuts(std::int64_t first, std::int64_t end) {
  const std::size_t plane_axis = rows_.axes.plane_axis();
  const std::int64_t rows = rows_.axes.extent(plane_axis);
  const auto cut_at = [&](std::int64_t row) {
    if (first < row && row < end) cuts_.push_back(row);
  };
  cuts_.assign(1, end);
  for (const BitMove& move : rows_.moves) {
    const std::int64_t change = move.change[plane_axis];
    if (change == 0 || grouping_.beyond_is_empty) continue;
    cut_at(-change);
    cut_at(rows - change);
    const std::int64_t block = std::max<std::int64_t>(first + change, 0) / grouping_.block + 1;
    for (std::int64_t row = block * grouping_.block - change; row < end; row += grouping_.block)
      cut_at(row);
  }
  std::sort(cuts_.begin(), cuts_.end());
}

bool RowWalk::reaches(const Index& change) const {
  const std::size_t axes =
      grouping_.beyond_is_empty ? rows_.axes.plane_axis() : rows_.axes.row_axis();
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::int64_t to = low_[axis] + change[axis];
    if (to < 0 || to >= rows_.axes.extent(axis)) return false;
  }
  return true;
}

std::optional<const std::uint64_t*> RowWalk::where(const RowCondition& when, Words& words) {
  const Truth holds = truth(when, low_, high_);
  if (holds == Truth::always) return nullptr;
  if (holds == Truth::never) return std::nullopt;
  fill(when, words);
  return words.data();
}

void RowWalk::fill(const RowCondition& when, Words& words) {
  here_ = low_;
  for (std::size_t row = 0; row < static_cast<std::size_t>(count_); ++row) {
    fill_row(rows_.axes, when, here_, {words.data() + row * grouping_.words, grouping_.words},
             scratch_);
    ++here_[rows_.axes.plane_axis()];
  }
}

std::uint64_t RowWalk::positions(const Box& tile) const {
  const RowAxes& axes = rows_.axes;
  std::uint64_t planes = 1;
  for (std::size_t axis = 0; axis < axes.plane_axis(); ++axis)
    planes *= static_cast<std::uint64_t>(tile.extent(axis));
  const std::size_t plane = axes.plane_axis();
  if (!axes.skewed)
    return planes * static_cast<std::uint64_t>(tile.extent(plane) * axes.row_length());
  std::int64_t in_plane = 0;
  for (std::int64_t row = tile.low[plane]; row <= tile.high[plane]; ++row) {
    const RowPart part = axes.positions_of_row(row);
    in_plane += part.end - part.first;
  }
  return planes * static_cast<std::uint64_t>(in_plane);
}

}  // namespace grundy::offset
