#include "methods/offsets/row_layout.hpp"

#include <cstdlib>

namespace grundy::offset {
namespace {

// The words of a row.
std::size_t words_of(const RowAxes& axes) {
  return static_cast<std::size_t>(words_for(axes.row_length()));
}

// Words that each thread needs for the masks of a group of rows.
std::size_t mask_words(const BitRows& rows, const RowLayout& layout) {
  const auto says = [](const BitMove& move) { return move.when.says_something(); };
  const auto masks = std::count_if(rows.moves.begin(), rows.moves.end(), says) +
                     std::count_if(rows.chain.begin(), rows.chain.end(), says);
  return (static_cast<std::size_t>(masks) + 4) * layout.group_rows() * layout.words +
         rows.depth() * layout.words;
}

// Words of the rows that are solved, the trails of rays and the rows that are kept.
std::size_t row_words(const BitRows& rows) {
  const std::size_t kept = rows.kept ? RowLayout(*rows.kept).total_words() : 0;
  return kept + (1 + rows.rays()) * RowLayout(rows).total_words();
}

}  // namespace

RowLayout::RowLayout(const BitRows& rows) : axes(rows.axes), words(words_of(axes)) {
  const std::vector<std::int64_t> tile = rows.schedule().tile_extents();
  const std::size_t plane_axis = axes.plane_axis();
  block = tile[plane_axis];
  if (rows.kept) window = tiles_of_window * tile.front();
  std::size_t beyond = 0;  // words of the rows that moves reach beyond a plane
  for (const BitMove& move : rows.moves) {
    gap = std::max(gap, static_cast<std::size_t>(words_for(std::abs(move.change.back()))));
    beyond = std::max(beyond, static_cast<std::size_t>(std::abs(move.change[plane_axis])) * words);
  }
  const auto plane = static_cast<std::size_t>(axes.extent(plane_axis)) * words;
  empty_rows = block == axes.extent(plane_axis) && beyond <= plane / 8;
  if (empty_rows) gap += beyond;
  // Vectors of four words then begin where rows of four words do.
  constexpr std::size_t alignment = 4;
  gap = (gap + alignment - 1) / alignment * alignment;
  set_strides();
}

RowLayout::RowLayout(RowAxes all)
    : axes(std::move(all)), words(words_of(axes)), block(axes.extent(axes.plane_axis())) {
  set_strides();
}

void RowLayout::set_strides() {
  strides.resize(axes.plane_axis());
  std::size_t stride = plane_words();
  for (std::size_t axis = strides.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= static_cast<std::size_t>(axes.extent(axis));
  }
}

std::size_t RowLayout::plane_words() const noexcept {
  const std::int64_t rows = axes.extent(axes.plane_axis());
  const std::int64_t blocks = (rows + block - 1) / block;
  return static_cast<std::size_t>(rows) * words + static_cast<std::size_t>(blocks) * gap;
}

std::size_t RowLayout::total_words() const noexcept {
  if (strides.empty()) return gap + plane_words();
  const std::int64_t along_first = window > 0 ? window : axes.extent(0);
  return gap + static_cast<std::size_t>(along_first) * strides.front();
}

std::size_t RowLayout::row(const Index& index) const noexcept {
  std::size_t at = gap + row_in_plane(index[axes.plane_axis()]);
  for (std::size_t axis = 0; axis < strides.size(); ++axis) {
    const bool around = axis == 0 && window > 0;
    at += static_cast<std::size_t>(around ? index[0] % window : index[axis]) * strides[axis];
  }
  return at;
}

std::size_t RowLayout::group_rows() const noexcept {
  constexpr std::size_t group_words = 1024;
  const auto most = static_cast<std::size_t>(block);
  return std::clamp<std::size_t>(group_words / words, 1, most);
}

bool RowLayout::needs_edge(const BitMove& move) const noexcept {
  const std::int64_t shift = std::abs(move.change.back());
  const auto empty = static_cast<std::int64_t>(words) * word_bits - axes.row_length();
  return shift > (move.ray || move.along ? 0 : empty);
}

bool fits_window(const BitRows& rows) {
  const std::int64_t tile = rows.schedule().tile_extents().front();
  return tiles_of_window * tile < rows.axes.extent(0) &&
         std::all_of(rows.moves.begin(), rows.moves.end(),
                     [&](const BitMove& move) { return -move.change[0] <= tile; });
}

RowAxes part_of(RowAxes axes, const Box& box) {
  for (RowAxis& axis : axes.axes) {
    axis.first = axis.mirrored ? box.high[axis.coordinate] : box.low[axis.coordinate];
    axis.extent = box.extent(axis.coordinate);
  }
  return axes;
}

void keep_only(BitRows& rows, const Box& box) {
  if (rows.axes.skewed || rows.axes.plane_axis() == 0 || !fits_window(rows)) return;
  const std::size_t before = row_words(rows);
  rows.kept = part_of(rows.axes, box);
  // Copying takes time too.
  if (4 * row_words(rows) > 3 * before) rows.kept.reset();
}

std::uint64_t memory_bytes(const BitRows& rows, std::size_t threads) {
  const RowLayout layout(rows);
  const auto edges = static_cast<std::size_t>(
      std::count_if(rows.moves.begin(), rows.moves.end(),
                    [&](const BitMove& move) { return layout.needs_edge(move); }));
  return sizeof(std::uint64_t) *
         (row_words(rows) + (2 + edges) * layout.group_rows() * layout.words +
          threads * mask_words(rows, layout));
}

RowWalk::RowWalk(const BitRows& rows, Grouping grouping)
    : rows_(rows), grouping_(grouping), scratch_(rows.depth() * grouping.words) {}

void RowWalk::begin(std::int64_t count) {
  count_ = count;
  high_ = low_;
  high_[rows_.axes.plane_axis()] += count - 1;
  high_.back() = rows_.axes.row_length() - 1;
}

// Finds the rows at which a move begins or ceases to have options, or its options enter the next
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
