#include "methods/splits/tile.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace grundy::split {
namespace {

std::int64_t half(std::int64_t x) {
  return x < 0 ? -1 : x / 2;
}

// The first p that is no lesser part of the index, or repeats a pair.
std::int64_t lesser_end(const kernels::RowSplit& split, std::int64_t index) {
  return half(index - split.gap - split.unequal) + 1;
}

bool fits(const Step& step, const Box& closure) {
  for (std::size_t axis = 0; axis < step.size(); ++axis)
    if (step[axis] >= closure.extent(axis)) return false;
  return true;
}

}  // namespace

TileRules::TileRules(const Splits& splits, const Box& closure, const Board& board)
    : symmetry(closure, splits.symmetric, board.strides()) {
  const std::size_t last = closure.dimensions() - 1;
  for (const Split& split : splits.splits) {
    const std::int64_t low = closure.low[split.axis];
    const kernels::RowSplit by_index{split.taken + low, split.least - low, split.unequal};
    if (split.axis == last)
      along.push_back(by_index);
    else
      across.push_back({split.axis, by_index});
  }
  for (const Step& step : splits.steps) {
    if (!fits(step, closure)) continue;
    std::int64_t distance = 0;
    for (std::size_t axis = 0; axis <= last; ++axis) distance += step[axis] * board.strides()[axis];
    if (distance == step[last])
      steps_along.push_back(distance);
    else
      steps.push_back({step, distance});
  }
}

std::int64_t reach(const Splits& splits, const Box& closure) {
  std::int64_t longest = 0;
  for (const Step& step : splits.steps)
    if (fits(step, closure)) longest = std::max(longest, step.back());
  return longest;
}

Position tile_sides(std::size_t dimensions) {
  const std::int64_t side = dimensions <= 2 ? 16 : dimensions == 3 ? 4 : 2;
  Position sides(dimensions, side);
  sides.back() = kernels::split_lanes;
  return sides;
}

Tile::Tile(const TileRules& rules, Board& board) : rules_(rules), board_(board) {
  const Position sides = tile_sides(board.strides().size());
  mask_strides_.assign(sides.size(), 1);
  for (std::size_t axis = sides.size() - 1; axis > 0; --axis)
    mask_strides_[axis - 1] = mask_strides_[axis] * sides[axis];
  masks_.resize(static_cast<std::size_t>(mask_strides_[0] * sides[0]));
}

unsigned Tile::solve(const Box& tile, bool wide) {
  tile_ = tile;
  std::fill(masks_.begin(), masks_.end(), std::uint8_t{0});
  for (const auto& across : rules_.across) exclude_lines(across, wide);
  unsigned largest = 0;
  Position at = tile.low;
  do {
    if (!has_sorted(at)) continue;
    largest = std::max(largest, solve_row(at, wide || largest > kernels::largest_narrow_nimber));
    if (largest > kernels::largest_split_nimber) break;
    mirror(at);
  } while (next_row(at));
  return largest;
}

cluster::Bytes Tile::pack(const Box& tile) {
  tile_ = tile;
  cluster::Bytes values;
  Position at = tile.low;
  do {
    if (!has_sorted(at)) continue;
    const auto row = std::as_bytes(board_.cells())
                         .subspan(static_cast<std::size_t>(row_place(at) + tile.low.back()),
                                  static_cast<std::size_t>(tile.extent(at.size() - 1)));
    values.insert(values.end(), row.begin(), row.end());
  } while (next_row(at));
  return values;
}

bool Tile::set(const Box& tile, std::span<const std::byte> values) {
  tile_ = tile;
  const auto length = static_cast<std::size_t>(tile.extent(tile.dimensions() - 1));
  Position at = tile.low;
  do {
    if (!has_sorted(at)) continue;
    if (values.size() < length) return false;
    std::memcpy(board_.cells().data() + row_place(at) + tile.low.back(), values.data(), length);
    values = values.subspan(length);
    mirror(at);
  } while (next_row(at));
  return values.empty();
}

bool Tile::has_sorted(const Position& at) const {
  return rules_.symmetry.first_sorted(at) <= tile_.high.back();
}

// Advances to the next row of the tile, in C order. False after the last one.
bool Tile::next_row(Position& at) const {
  for (std::size_t axis = at.size() - 1; axis-- > 0;) {
    if (++at[axis] <= tile_.high[axis]) return true;
    at[axis] = tile_.low[axis];
  }
  return false;
}

std::int64_t Tile::row_place(const Position& at) const {
  std::int64_t place = board_.origin();
  for (std::size_t axis = 0; axis + 1 < at.size(); ++axis)
    place += at[axis] * board_.strides()[axis];
  return place;
}

std::size_t Tile::mask_row(const Position& at) const {
  std::int64_t place = 0;
  for (std::size_t axis = 0; axis + 1 < at.size(); ++axis)
    place += (at[axis] - tile_.low[axis]) * mask_strides_[axis];
  return static_cast<std::size_t>(place);
}

// The lesser parts for which every row of the tile on a line along the axis has both parts before
// the tile.
Tile::Range Tile::shared(const TileRules::Across& across) const {
  const std::int64_t first = tile_.low[across.axis];
  const std::int64_t last = tile_.high[across.axis];
  const std::int64_t from = std::max(across.split.least, last - across.split.gap - first + 1);
  return {from, std::max(from, lesser_end(across.split, first))};
}

kernels::RowPairs Tile::pairs(const TileRules::Across& across, const Position& at,
                              Range range) const {
  const std::int64_t row = row_place(at);
  const std::int64_t stride = board_.strides()[across.axis];
  return {row + (range.from - at[across.axis]) * stride,
          row - (across.split.gap + range.from) * stride, stride, range.to - range.from};
}

// Whether any row of the tile on the line along the axis has a sorted position.
bool Tile::line_has_sorted(Position at, std::size_t axis) const {
  for (at[axis] = tile_.low[axis]; at[axis] <= tile_.high[axis]; ++at[axis])
    if (has_sorted(at)) return true;
  return false;
}

void Tile::exclude_lines(const TileRules::Across& across, bool wide) {
  const Range range = shared(across);
  if (range.from == range.to) return;
  Position at = tile_.low;
  do {
    if (at[across.axis] != tile_.low[across.axis] || !line_has_sorted(at, across.axis)) continue;
    const std::int64_t rows = tile_.high[across.axis] - tile_.low[across.axis] + 1;
    kernels::exclude_row_pairs(board_.cells(), pairs(across, at, range), wide,
                               {std::span(masks_).subspan(mask_row(at)), tile_.low.back(), rows,
                                mask_strides_[across.axis]});
  } while (next_row(at));
}

// Lists all options of the row that lie in other rows, and those that exclude_lines left.
void Tile::list_pairs(const Position& at) {
  rest_.clear();
  all_.clear();
  const auto add = [&](std::vector<kernels::RowPairs>& to, const TileRules::Across& across,
                       Range range) {
    if (range.from < range.to) to.push_back(pairs(across, at, range));
  };
  for (const auto& across : rules_.across) {
    const Range whole{across.split.least, lesser_end(across.split, at[across.axis])};
    const Range done = shared(across);
    add(all_, across, whole);
    add(rest_, across, {whole.from, std::min(whole.to, done.from)});
    add(rest_, across, {std::max(whole.from, done.to), whole.to});
  }
  for (const auto& step : rules_.steps) {
    bool inside = true;
    for (std::size_t axis = 0; axis + 1 < at.size(); ++axis)
      inside = inside && at[axis] >= step.fall[axis];
    if (!inside) continue;
    const kernels::RowPairs pair{row_place(at) - step.distance, board_.zeros(), 0, 1};
    all_.push_back(pair);
    rest_.push_back(pair);
  }
}

unsigned Tile::solve_row(const Position& at, bool wide) {
  list_pairs(at);
  const auto mask = std::span(masks_).subspan(mask_row(at), std::size_t{kernels::split_lanes});
  const kernels::SplitBlock block{
      row_place(at), tile_.low.back(),  tile_.high.back() - tile_.low.back() + 1, mask, rest_, all_,
      rules_.along,  rules_.steps_along};
  unsigned largest = kernels::solve_split_block(board_.cells(), block, wide);
  if (!wide && largest > kernels::largest_narrow_nimber)
    largest = kernels::solve_split_block(board_.cells(), block, true);
  return largest;
}

void Tile::mirror(const Position& at) {
  const std::int64_t first = std::max(tile_.low.back(), rules_.symmetry.first_sorted(at));
  const std::int64_t count = tile_.high.back() - first + 1;
  const std::uint8_t* from = board_.cells().data() + row_place(at) + first;
  for (const auto& image : rules_.symmetry.images()) {
    std::int64_t place = board_.origin() + first * image.back();
    for (std::size_t axis = 0; axis + 1 < at.size(); ++axis) place += at[axis] * image[axis];
    std::uint8_t* to = board_.cells().data() + place;
    for (std::int64_t lane = 0; lane < count; ++lane) to[lane * image.back()] = from[lane];
  }
}

namespace {

constexpr std::int64_t cache_line = 64;
constexpr std::int64_t rows_at_once = 256;

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Calls body(row) for all rows, on all threads.
template <class Body>
void for_rows(std::int64_t rows, parallel::Executor& executor, const Body& body) {
  const auto tasks = static_cast<std::size_t>(round_up(rows, rows_at_once) / rows_at_once);
  executor.for_each(tasks, [&](std::size_t task, std::size_t) {
    const std::int64_t first = static_cast<std::int64_t>(task) * rows_at_once;
    for (std::int64_t row = first; row < std::min(first + rows_at_once, rows); ++row) body(row);
  });
}

}  // namespace

Board::Layout Board::layout(const Box& box, std::int64_t reach) {
  const std::int64_t length = box.extent(box.dimensions() - 1);
  const std::int64_t front = round_up(std::max(reach, kernels::split_pad), cache_line);
  const std::int64_t lines = (front + round_up(length, kernels::split_lanes)) / cache_line;
  return {front, (lines | 1) * cache_line, static_cast<std::int64_t>(*box.volume()) / length,
          length};
}

std::uint64_t Board::bytes(const Box& box, std::int64_t reach) {
  const Layout rows = layout(box, reach);
  return static_cast<std::uint64_t>(rows.stride * (rows.rows + 1) + kernels::split_pad);
}

Result<Board> Board::make(const Box& box, std::int64_t reach, parallel::Executor& executor) {
  auto block = memory::Block::zeros(bytes(box, reach));
  if (!block) return block.error();
  Board board;
  board.box_ = box;
  board.layout_ = layout(box, reach);
  board.block_ = std::move(*block);
  board.strides_.assign(box.dimensions(), 1);
  std::int64_t stride = board.layout_.stride;
  for (std::size_t axis = box.dimensions() - 1; axis-- > 0; stride *= box.extent(axis))
    board.strides_[axis] = stride;
  for_rows(board.layout_.rows, executor, [&](std::int64_t row) {
    std::uint8_t* start = board.cells().data() + row * board.layout_.stride;
    std::fill_n(start, board.layout_.front, kernels::no_position);
  });
  return board;
}

Result<memory::Cells> Board::copy(parallel::Executor& executor) const {
  auto cells = memory::Cells::allocate(box_, 1);
  if (!cells) return cells.error();
  const std::span<const std::uint8_t> from = block_.as<std::uint8_t>();
  const std::span<std::uint8_t> to = cells->as<std::uint8_t>();
  for_rows(layout_.rows, executor, [&](std::int64_t row) {
    std::copy_n(from.data() + origin() + row * layout_.stride, layout_.length,
                to.data() + row * layout_.length);
  });
  return cells;
}

namespace {

using Strides = std::vector<std::int64_t>;

bool of_equal_length(const Box& box, const std::vector<std::size_t>& group) {
  return std::all_of(group.begin(), group.end(),
                     [&](std::size_t axis) { return box.extent(axis) == box.extent(group[0]); });
}

// All ways to hand out the strides of the group's axes among them. Requires an ascending group.
std::vector<Strides> images_under(const std::vector<Strides>& all,
                                  const std::vector<std::size_t>& group) {
  std::vector<Strides> result;
  for (const Strides& strides : all) {
    std::vector<std::size_t> order = group;
    do {
      Strides image = strides;
      for (std::size_t i = 0; i < group.size(); ++i) image[group[i]] = strides[order[i]];
      result.push_back(std::move(image));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return result;
}

}  // namespace

Symmetry::Symmetry(const Box& box, std::vector<std::vector<std::size_t>> groups,
                   const Strides& strides)
    : length_(box.extent(box.dimensions() - 1)), images_{strides} {
  for (auto& group : groups) {
    if (!of_equal_length(box, group)) continue;
    std::sort(group.begin(), group.end());
    images_ = images_under(images_, group);
    for (std::size_t i = 1; i < group.size(); ++i) pairs_.emplace_back(group[i - 1], group[i]);
  }
  std::erase(images_, strides);
}

std::int64_t Symmetry::first_sorted(std::span<const std::int64_t> indices) const noexcept {
  const std::size_t last = indices.size() - 1;
  std::int64_t first = 0;
  for (const auto& [lesser, greater] : pairs_) {
    if (greater == last)
      first = indices[lesser];
    else if (indices[lesser] > indices[greater])
      return length_;
  }
  return first;
}

}  // namespace grundy::split
