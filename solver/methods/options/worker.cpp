#include "methods/options/worker.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "tiles/scan_loops.hpp"

namespace grundy::generic {

using kernels::lanes;

// Counting every batch would make threads wait for each other.
constexpr std::uint64_t count_after = 16 * lanes;

namespace {

template <class Cell>
std::function<void(std::size_t)> batch_solver(const family::Scope& scope, const Task& task,
                                              const kernels::Columns& columns,
                                              kernels::MexMarks& mex, kernels::RuleTurns& turns,
                                              kernels::RunMemo& memo, const kernels::Images& images,
                                              std::span<Cell> cells) {
  const kernels::Program& program = task.program.program();
  const bool misere = scope.convention == Convention::misere;
  if constexpr (sizeof(Cell) == 1)
    if (scope.computed == Quantity::outcome)
      return [&, misere, cells](std::size_t width) {
        kernels::solve_outcomes(program, columns, width, misere, turns, memo, images, cells);
      };
  if constexpr (sizeof(Cell) > 1)
    if (scope.computed == Quantity::remoteness)
      return [&, misere, cells](std::size_t width) {
        kernels::solve_remoteness(program, columns, width, misere, memo, images, cells);
      };
  return [&, cells](std::size_t width) {
    kernels::solve_nimbers(program, columns, width, mex, memo, images, cells);
  };
}

// Running totals of sums of variable length go over all cells of a row.
bool must_be_members(const rules::Rules& rules) {
  return !rules.has_stretches();
}

}  // namespace

Worker::Worker(const family::Scope& scope, const Task& task, const Mirror& mirror,
               memory::Cells& cells, std::atomic<std::uint64_t>& solved,
               const std::atomic<bool>* stop)
    : scope_(scope),
      mirror_(mirror),
      cells_(cells),
      solved_(solved),
      stop_(stop),
      strides_(scope.closure.strides()),
      members_(must_be_members(scope.rules) ? Members(scope.rules) : Members()),
      outer_(task.program.program().registers * lanes),
      inner_(outer_.size()),
      ready_(task.program.program().rules.size()),
      memo_(scope.computed, task),
      columns_{outer_, inner_, ready_} {
  if (scope.computed == Quantity::nimber) marks_.resize(std::bit_ceil(task.largest_value + 1) + 1);
  mex_.marks = marks_;
  if (scope.computed == Quantity::outcome) open_.resize(task.program.program().rules.size());
  turns_.open = open_;
  if (scope.schedule.order() == tiles::Order::layers)
    images_in_layer_ = mirror_.of_tile(scope.closure).inside;
  kernels::fill_constants(task.program.program(), columns_);
  solve_batch_ = with_cell_type(cells.width(), [&]<class Cell>(Cell) {
    return batch_solver(scope, task, columns_, mex_, turns_, memo_.memo(), images_,
                        cells.with_more<Cell>());
  });
}

bool Worker::solve(const Part& part) {
  counted_ = 0;
  push_part(part, Action::solve);
  count();
  if (!stopped()) return true;
  solved_.fetch_sub(counted_, std::memory_order_relaxed);
  return false;
}

void Worker::solve_next(const Position& position) {
  action_ = Action::solve;
  push(position);
}

void Worker::finish() {
  flush();
  count();
}

cluster::Bytes Worker::pack(const Part& part) {
  packed_.clear();
  push_part(part, Action::pack);
  return std::move(packed_);
}

bool Worker::set(const Part& part, std::span<const std::byte> values) {
  values_ = values;
  fits_ = true;
  push_part(part, Action::set);
  count();
  return fits_ && values_.empty();
}

void Worker::push_part(const Part& part, Action action) {
  action_ = action;
  if (const auto* layer = std::get_if<LayerPart>(&part)) {
    images_ = {mirror_.origin(), images_in_layer_};
    return push_layer(*layer);
  }
  const Box& tile = std::get<Box>(part);
  const Mirror::OfTile images = mirror_.of_tile(tile);
  images_ = {mirror_.origin(), images.inside};
  push_rows(tile);
  if (action != Action::pack && !stopped()) copy_to_images(tile, images.elsewhere);
}

void Worker::copy_to_images(const Box& tile, const std::vector<Mirror::Strides>& images) {
  for (const Mirror::Strides& image : images)
    with_cell_type(cells_.width(),
                   [&]<class Cell>(Cell) { mirror_.copy(tile, image, cells_.as<Cell>()); });
}

void Worker::push_rows(const Box& tile) {
  const std::vector<rules::ScanAxis>& scan = scope_.schedule.scan();
  const rules::ScanAxis inner = scan.back();
  tiles::for_each_in_scan(tile, scan, 1, [&](const Position& row) {
    if (stopped()) return false;
    push_row(row, inner.axis, inner.ascending, tile.extent(inner.axis));
    return true;
  });
  flush();
}

std::size_t Worker::line_axis(const family::Scope& scope) {
  const std::vector<std::int64_t>& weights = scope.schedule.weights();
  std::size_t best = 0;
  for (std::size_t axis = 0; axis < weights.size(); ++axis)
    if (weights[axis] != 0 &&
        (weights[best] == 0 || scope.closure.extent(axis) >= scope.closure.extent(best)))
      best = axis;
  return best;
}

std::uint64_t Worker::lines(const family::Scope& scope) {
  return scope.closure_positions() /
         static_cast<std::uint64_t>(scope.closure.extent(line_axis(scope)));
}

void Worker::push_layer(const LayerPart& part) {
  const std::vector<std::int64_t>& weights = scope_.schedule.weights();
  const std::size_t axis = line_axis(scope_);
  Box across = scope_.closure;
  across.high[axis] = across.low[axis];
  for (std::uint64_t line = part.first; line < part.last && !stopped(); ++line) {
    Position position = across.position(line);
    if (weights[axis] == 0) {  // all are: there are no moves
      for (; position[axis] <= scope_.closure.high[axis]; ++position[axis]) push(position);
      continue;
    }
    position[axis] = 0;
    const std::int64_t rest = part.weight - std::inner_product(weights.begin(), weights.end(),
                                                               position.begin(), std::int64_t{0});
    position[axis] = rest / weights[axis];
    if (position[axis] * weights[axis] == rest && scope_.closure.contains(position)) push(position);
  }
  flush();
}

// Pushes a part of a row, in the order in which it must be solved.
void Worker::push_row(const Position& row, std::size_t axis, bool ascending, std::int64_t length) {
  std::int64_t low = ascending ? row[axis] : row[axis] - length + 1;
  std::int64_t high = low + length - 1;
  mirror_.narrow(row, axis, low, high);
  const std::int64_t tuples = std::max<std::int64_t>(0, high - low + 1);
  members_.narrow(row, axis, low, high);
  const std::int64_t in_order = std::max<std::int64_t>(0, high - low + 1);
  skip(tuples - in_order);
  if (in_order == 0) return;
  const auto push_part =
      members_.are_all_in_order() ? &Worker::push_stretch : &Worker::push_members;
  (this->*push_part)(row, axis, ascending ? low : high, in_order, ascending ? 1 : -1);
}

// Tuples that are no positions are left as they are, and count as solved.
void Worker::skip(std::int64_t tuples) {
  if (action_ == Action::solve) uncounted_ += static_cast<std::uint64_t>(tuples);
}

void Worker::push_members(const Position& row, std::size_t axis, std::int64_t from,
                          std::int64_t length, std::int64_t step) {
  Position low = row;
  low[axis] = step > 0 ? from : from - length + 1;
  inside_.resize(static_cast<std::size_t>(length));
  members_.row(low, axis, inside_);
  if (step < 0) std::ranges::reverse(inside_);
  for (auto at = inside_.begin(); at != inside_.end();) {
    const auto first = std::find(at, inside_.end(), 1);
    const auto last = std::find(first, inside_.end(), 0);
    skip(first - at);
    push_stretch(row, axis, from + step * (first - inside_.begin()), last - first, step);
    at = last;
  }
}

void Worker::push_stretch(const Position& row, std::size_t axis, std::int64_t from,
                          std::int64_t length, std::int64_t step) {
  while (length > 0) {
    const auto part = std::min(length, static_cast<std::int64_t>(lanes - width_));
    for (std::size_t other = 0; other < row.size(); ++other)
      if (other != axis) std::fill_n(outer_.data() + other * lanes + width_, part, row[other]);
    std::int64_t* column = outer_.data() + axis * lanes + width_;
    for (std::int64_t i = 0; i < part; ++i, from += step) column[i] = from;
    width_ += static_cast<std::size_t>(part);
    length -= part;
    if (width_ == lanes) flush();
  }
}

void Worker::push(const Position& position) {
  if (!mirror_.represents(position)) return;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    outer_[axis * lanes + width_] = position[axis];
  if (++width_ == lanes) flush();
}

void Worker::flush() {
  if (width_ == 0) return;
  if (action_ == Action::pack) {
    pack_batch();
  } else if (!stopped()) {
    if (action_ == Action::solve)
      solve_batch_(width_);
    else
      set_batch();
    uncounted_ += width_;
    if (uncounted_ >= count_after) count();
  }
  width_ = 0;
}

std::uint64_t Worker::rank_of_lane(std::size_t lane) const {
  std::int64_t rank = 0;
  for (std::size_t axis = 0; axis < strides_.size(); ++axis)
    rank += (outer_[axis * lanes + lane] - scope_.closure.low[axis]) * strides_[axis];
  return static_cast<std::uint64_t>(rank);
}

void Worker::pack_batch() {
  with_cell_type(cells_.width(), [&]<class Cell>(Cell) {
    for (std::size_t lane = 0; lane < width_; ++lane) {
      const auto bytes = std::as_bytes(cells_.as<Cell>().subspan(rank_of_lane(lane), 1));
      packed_.insert(packed_.end(), bytes.begin(), bytes.end());
    }
  });
}

void Worker::set_batch() {
  fits_ = fits_ && values_.size() >= width_ * cells_.width();
  if (!fits_) return;
  with_cell_type(cells_.width(), [&]<class Cell>(Cell) {
    const std::span<Cell> cells = cells_.as<Cell>();
    for (std::size_t lane = 0; lane < width_; ++lane) {
      Cell value;
      std::memcpy(&value, values_.data() + lane * sizeof(Cell), sizeof(Cell));
      cells[rank_of_lane(lane)] = value;
      kernels::copy_to_images<Cell>(strides_.size(), outer_, lane, images_, value, cells);
    }
  });
  values_ = values_.subspan(width_ * cells_.width());
}

void Worker::count() {
  solved_.fetch_add(uncounted_, std::memory_order_relaxed);
  counted_ += uncounted_;
  uncounted_ = 0;
}

namespace {

// The positions of a tile share few lines; more were no faster (512 to 4096 tried). Where sets of
// nimbers are long there are fewer lines, up to `most_bytes` for a rule. Remembering a line pays
// from `least_count` options on (4 to 16 tried).
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr unsigned most_slot_bits = 10;
constexpr unsigned least_slot_bits = 6;
constexpr std::size_t least_count = 8;

struct Shape {
  std::size_t words = 0;
  unsigned slot_bits = 0;
  std::size_t lines = 0;  // of all rules; 0 where too few would fit
};

std::size_t bytes_of_line(std::size_t words) {
  return sizeof(kernels::Line) + words * sizeof(std::uint64_t);
}

Shape shape_of(Quantity computed, const Task& task) {
  Shape shape;
  if (computed == Quantity::nimber) shape.words = task.largest_value / 64 + 1;
  const std::size_t bytes = bytes_of_line(shape.words);
  if (most_bytes / bytes < std::size_t{1} << least_slot_bits) return shape;
  const auto fitting = static_cast<unsigned>(std::bit_width(most_bytes / bytes) - 1);
  shape.slot_bits = std::min(fitting, most_slot_bits);
  for (const kernels::RuleProgram& rule : task.program.program().rules)
    if (rule.anchor != kernels::Anchor::none) shape.lines += std::size_t{1} << shape.slot_bits;
  return shape;
}

}  // namespace

MemoStorage::MemoStorage(Quantity computed, const Task& task) {
  const Shape shape = shape_of(computed, task);
  lines_.resize(shape.lines);
  sets_.resize(shape.lines * shape.words);
  memo_ = {.lines = lines_,
           .sets = sets_,
           .first_slots = {},
           .slot_bits = shape.slot_bits,
           .words = shape.words,
           .least_count = std::max(least_count, shape.words)};
  if (shape.lines == 0) memo_.least_count = std::numeric_limits<std::size_t>::max();
  std::size_t slot = 0;
  for (const kernels::RuleProgram& rule : task.program.program().rules) {
    first_slots_.push_back(slot);
    if (rule.anchor != kernels::Anchor::none) slot += std::size_t{1} << shape.slot_bits;
  }
  memo_.first_slots = first_slots_;
}

std::uint64_t MemoStorage::bytes(Quantity computed, const Task& task) {
  const Shape shape = shape_of(computed, task);
  return shape.lines * bytes_of_line(shape.words);
}

}  // namespace grundy::generic
