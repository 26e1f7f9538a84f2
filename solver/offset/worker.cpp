#include "offset/worker.hpp"

#include <algorithm>

namespace grundy::offset {

namespace {

std::int64_t floor_words(std::int64_t bits) {
  return bits >= 0 ? bits / word_bits : -words_for(-bits);
}

}  // namespace

Result<Shared> Shared::make(const BitRows& rows, Convention convention, const RowLayout& layout,
                            std::span<std::uint64_t> bits,
                            std::vector<std::span<std::uint64_t>> trails, const KeptRows* kept) {
  Shared shared;
  shared.rows = &rows;
  shared.convention = convention;
  shared.layout = &layout;
  shared.bits = bits.data();
  shared.kept = kept;
  // Who cannot move is sought rule by rule, so there the rows must tell.
  shared.beyond_is_empty = layout.empty_rows && convention == Convention::normal;
  if (rows.axes.skewed) shared.valid = stays_inside(rows.axes, rows.axes.plane_axis(), 0);
  const std::size_t group = layout.group_rows() * layout.words;
  const auto edges = static_cast<std::size_t>(
      std::count_if(rows.moves.begin(), rows.moves.end(),
                    [&](const BitMove& move) { return layout.needs_edge(move); }));
  auto constants = memory::Block::zeros((2 + edges) * group * sizeof(std::uint64_t));
  if (!constants) return constants.error();
  shared.constants_ = std::move(*constants);
  std::uint64_t* free = shared.constants_.as<std::uint64_t>().data();
  shared.nothing = free;
  const auto pattern = [&](const RowCondition& condition) {
    free += group;
    std::vector<std::uint64_t> scratch(layout.words * (1 + condition.depth()));
    for (std::size_t row = 0; row < layout.group_rows(); ++row)
      fill_row(rows.axes, condition, Index(rows.axes.dimensions()),
               {free + row * layout.words, layout.words}, scratch);
    return free;
  };
  shared.everything = pattern({});
  std::size_t ray = 0;
  for (const BitMove& move : rows.moves) {
    shared.trails.push_back(move.ray ? trails[ray++].data() : nullptr);
    shared.sources.push_back(move.ray ? shared.trails.back() : bits.data());
    const auto ends = stays_inside(rows.axes, rows.axes.row_axis(), move.change.back());
    shared.edges.push_back(layout.needs_edge(move) ? pattern(ends) : nullptr);
    shared.row_by_row = shared.row_by_row || stays_in_plane(move.change);
  }
  for (const BitMove& move : rows.chain) shared.chain_of_all = shared.chain_of_all || move.ray;
  shared.row_by_row = shared.row_by_row || !rows.chain.empty();
  return shared;
}

Worker::Worker(const Shared& shared)
    : shared_(shared), rows_(*shared.rows), layout_(*shared.layout) {
  const std::size_t group = layout_.group_rows() * layout_.words;
  const auto words_if = [&](bool needed) { return Words(needed ? group : 0); };
  for (const BitMove& move : rows_.moves)
    move_masks_.push_back(words_if(move.when.says_something()));
  for (const BitMove& move : rows_.chain)
    chain_masks_.push_back(words_if(move.when.says_something()));
  const bool misere = shared.convention == Convention::misere;
  open_ = words_if(misere || rows_.axes.skewed || !rows_.endings.empty());
  movable_ = words_if(misere);
  lost_ = words_if(!rows_.endings.empty());
  condition_ = words_if(misere || !rows_.endings.empty());
  scratch_.resize(rows_.depth() * layout_.words);
}

std::uint64_t Worker::solve_tile(const Box& tile, const std::atomic<bool>* stop) {
  const std::size_t plane_axis = rows_.axes.plane_axis();
  low_ = tile.low;
  low_.back() = 0;
  while (true) {
    if (stop && stop->load(std::memory_order_relaxed)) return 0;
    low_[plane_axis] = tile.low[plane_axis];
    solve_rows_of_plane(tile.high[plane_axis] + 1);
    std::size_t axis = plane_axis;
    while (axis > 0 && low_[axis - 1] == tile.high[axis - 1]) {
      --axis;
      low_[axis] = tile.low[axis];
    }
    if (axis == 0) return positions(tile);
    ++low_[axis - 1];
  }
}

void Worker::solve_rows_of_plane(std::int64_t end) {
  std::int64_t& row = low_[rows_.axes.plane_axis()];
  const auto most = static_cast<std::int64_t>(layout_.group_rows());
  find_cuts(row, end);
  for (const std::int64_t cut : cuts_)
    while (row < cut) {
      const std::int64_t count = std::min(cut - row, most);
      solve_group(count);
      row += count;
    }
}

// The rows at which a move begins or ceases to have options, or its options go over to the next
// block.
void Worker::find_cuts(std::int64_t first, std::int64_t end) {
  const std::size_t plane_axis = rows_.axes.plane_axis();
  const std::int64_t rows = rows_.axes.extent(plane_axis);
  const auto cut_at = [&](std::int64_t row) {
    if (first < row && row < end) cuts_.push_back(row);
  };
  cuts_.assign(1, end);
  for (const BitMove& move : rows_.moves) {
    const std::int64_t change = move.change[plane_axis];
    if (change == 0 || shared_.beyond_is_empty) continue;
    cut_at(-change);
    cut_at(rows - change);
    const std::int64_t block = std::max<std::int64_t>(first + change, 0) / layout_.block + 1;
    for (std::int64_t row = block * layout_.block - change; row < end; row += layout_.block)
      cut_at(row);
  }
  std::sort(cuts_.begin(), cuts_.end());
}

// Rows low_[plane axis] and the following ones, with the same moves at work in all of them.
void Worker::solve_group(std::int64_t count) {
  high_ = low_;
  high_[rows_.axes.plane_axis()] += count - 1;
  high_.back() = rows_.axes.row_length() - 1;
  sources_.clear();
  for (std::size_t move = 0; move < rows_.moves.size(); ++move) add_source(move, count);
  kernels::BitRows task;
  task.rows = shared_.bits + layout_.row(low_);
  const auto rows = static_cast<std::size_t>(count);
  task.count = shared_.row_by_row ? rows : 1;
  task.words = shared_.row_by_row ? layout_.words : rows * layout_.words;
  task.sources = sources_;
  add_chain(count);
  task.chain = shared_.chain_of_all ? kernels::BitChain::all_lower
               : steps_.empty()     ? kernels::BitChain::none
                                    : kernels::BitChain::steps;
  task.steps = steps_;
  choose_open(task, count);
  kernels::solve_bit_rows(task);
  if (shared_.kept) shared_.kept->copy(low_, count, {task.rows, rows * layout_.words});
}

// Whether the move leads to a row at all, from the first row of the group and so from all; or to an
// empty one beyond the plane.
bool Worker::reaches(const Index& change) const {
  const std::size_t axes =
      shared_.beyond_is_empty ? rows_.axes.plane_axis() : rows_.axes.row_axis();
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::int64_t to = low_[axis] + change[axis];
    if (to < 0 || to >= rows_.axes.extent(axis)) return false;
  }
  return true;
}

void Worker::add_source(std::size_t number, std::int64_t count) {
  const BitMove& move = rows_.moves[number];
  kernels::BitSource source;
  if (move.ray) source.trail = shared_.trails[number] + layout_.row(low_);
  if (!reaches(move.change)) {
    source.words = shared_.nothing;
    if (move.ray) sources_.push_back(source);
    return;
  }
  source.mask = mask(move.when, shared_.edges[number], count, move_masks_[number]);
  if (source.mask == shared_.nothing) return;
  const std::int64_t shift = move.change.back();
  here_ = low_;
  for (std::size_t axis = 0; axis < here_.size(); ++axis) here_[axis] += move.change[axis];
  source.words = shared_.sources[number] + layout_.row(here_) + floor_words(shift);
  source.shift = static_cast<unsigned>(shift - word_bits * floor_words(shift));
  sources_.push_back(source);
}

void Worker::add_chain(std::int64_t count) {
  steps_.clear();
  for (std::size_t number = 0; number < rows_.chain.size(); ++number) {
    const BitMove& move = rows_.chain[number];
    const std::uint64_t* const where = mask(move.when, nullptr, count, chain_masks_[number]);
    if (where != shared_.nothing)
      steps_.push_back({static_cast<std::size_t>(-move.change.back()), where});
  }
}

// Where in the group the condition holds and the edge, if there is one, allows: null for
// everywhere.
const std::uint64_t* Worker::mask(const RowCondition& when, const std::uint64_t* edge,
                                  std::int64_t count, Words& words) {
  const Truth holds = truth(when, low_, high_);
  if (holds == Truth::always) return edge;
  if (holds == Truth::never) return shared_.nothing;
  fill(when, count, words);
  if (edge)
    for (std::size_t i = 0; i < static_cast<std::size_t>(count) * layout_.words; ++i)
      words[i] &= edge[i];
  return words.data();
}

void Worker::fill(const RowCondition& when, std::int64_t count, Words& words) {
  here_ = low_;
  for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row) {
    fill_row(rows_.axes, when, here_, {words.data() + row * layout_.words, layout_.words},
             scratch_);
    ++here_[rows_.axes.plane_axis()];
  }
}

void Worker::choose_open(kernels::BitRows& task, std::int64_t count) {
  const Truth valid = truth(shared_.valid, low_, high_);
  const bool misere = shared_.convention == Convention::misere && !all_can_move();
  bool over = false;
  for (const BitEnding& ending : rows_.endings)
    over = over || truth(ending.when, low_, high_) != Truth::never;
  task.open = shared_.everything;
  if (valid == Truth::always && !misere && !over) return;
  const std::size_t words = static_cast<std::size_t>(count) * layout_.words;
  if (valid == Truth::always)
    std::copy_n(shared_.everything, words, open_.begin());
  else
    fill(shared_.valid, count, open_);
  task.open = open_.data();
  if (over) end_play(count);
  if (over) task.lost = lost_.data();
  if (misere) keep_movable(count);
}

// Whether some rule gives an option to every position of the group.
bool Worker::all_can_move() const {
  const auto gives = [&](const BitMove& move) {
    return reaches(move.change) && truth(move.option, low_, high_) == Truth::always;
  };
  return std::any_of(rows_.moves.begin(), rows_.moves.end(), gives);
}

void Worker::keep_movable(std::int64_t count) {
  const std::size_t words = static_cast<std::size_t>(count) * layout_.words;
  std::fill_n(movable_.begin(), words, 0);
  for (const auto* moves : {&rows_.moves, &rows_.chain})
    for (const BitMove& move : *moves) {
      if (!reaches(move.change)) continue;
      fill(move.option, count, condition_);
      for (std::size_t i = 0; i < words; ++i) movable_[i] |= condition_[i];
    }
  for (std::size_t i = 0; i < words; ++i) open_[i] &= movable_[i];
}

// The first ending that holds counts.
void Worker::end_play(std::int64_t count) {
  const std::size_t words = static_cast<std::size_t>(count) * layout_.words;
  std::fill_n(lost_.begin(), words, 0);
  for (const BitEnding& ending : rows_.endings) {
    fill(ending.when, count, condition_);
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t here = condition_[i] & open_[i];
      if (ending.outcome == Outcome::P) lost_[i] |= here;
      open_[i] &= ~here;
    }
  }
}

std::uint64_t Worker::positions(const Box& tile) const {
  const RowAxes& axes = rows_.axes;
  std::uint64_t planes = 1;
  for (std::size_t axis = 0; axis < axes.plane_axis(); ++axis)
    planes *= static_cast<std::uint64_t>(tile.extent(axis));
  const std::size_t plane = axes.plane_axis();
  if (!axes.skewed)
    return planes * static_cast<std::uint64_t>(tile.extent(plane) * axes.row_length());
  std::int64_t in_plane = 0;
  for (std::int64_t row = tile.low[plane]; row <= tile.high[plane]; ++row)
    in_plane += std::min(row, axes.row_length() - 1) -
                std::max<std::int64_t>(row - axes.axes[plane].extent + 1, 0) + 1;
  return planes * static_cast<std::uint64_t>(in_plane);
}

}  // namespace grundy::offset
