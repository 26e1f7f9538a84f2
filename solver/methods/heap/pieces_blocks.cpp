#include "methods/heap/pieces_blocks.hpp"

#include "kernels/pieces/pairs.hpp"

namespace grundy::pieces {

using family::HeapMove;
using kernels::NimberSet;

namespace {

constexpr std::uint64_t gathering = Layout::gathering;
constexpr std::uint64_t alone = Layout::alone;
// With fewer heaps before a block, starting other threads would take longer than they save.
constexpr std::int64_t heaps_for_threads = 2048;

}  // namespace

Layout::Layout(const PiecesGame& game) {
  for (const HeapMove& move : game.moves) {
    const std::size_t parts = move.parts();
    if (move.total == HeapMove::Total::each) {
      of_move.push_back(sets);
      sets += parts - 1;
    } else if (parts == 2) {
      of_move.push_back(pairs_of(move.least[0], move.least[1], move.unlike, move.taken));
    } else if (parts == 3) {
      of_move.push_back(triples_of(move.least[0], move.taken));
    } else {
      of_move.push_back(0);
    }
  }
  for (Pairs& each : pairs) place(each.rows, each.newest(0), game.heaps);
  for (Triples& each : triples) place(each.rows, each.newest(0), game.heaps);
}

std::size_t Layout::pairs_of(std::int64_t small, std::int64_t large, bool unlike,
                             std::int64_t back) {
  auto found = std::find_if(pairs.begin(), pairs.end(), [&](const Pairs& each) {
    return each.small == small && each.large == large && each.unlike == unlike;
  });
  if (found == pairs.end()) found = pairs.insert(found, Pairs{small, large, unlike, {}});
  found->rows.back = std::max(found->rows.back, back);
  return static_cast<std::size_t>(found - pairs.begin());
}

std::size_t Layout::triples_of(std::int64_t least, std::int64_t back) {
  const std::size_t made_of = pairs_of(least, least, false, 0);
  pairs[made_of].rows.all = true;
  auto found = std::find_if(triples.begin(), triples.end(),
                            [&](const Triples& each) { return each.least == least; });
  if (found == triples.end()) found = triples.insert(found, Triples{least, made_of, {}});
  found->rows.back = std::max(found->rows.back, back);
  return static_cast<std::size_t>(found - triples.begin());
}

void Layout::place(Rows& rows, std::int64_t newest_of_first, std::uint64_t heaps) {
  const std::int64_t all = static_cast<std::int64_t>(heaps) + newest_of_first + 1;
  rows.first = sets;
  rows.kept = static_cast<std::uint64_t>(
      rows.all ? all : std::min(all, heaps_in_block + newest_of_first + 1 + rows.back));
  sets += rows.kept;
}

BlockSolver::BlockSolver(const PiecesGame& game, const Layout& layout,
                         std::span<std::uint64_t> sets, std::span<std::uint32_t> values,
                         std::size_t workers)
    : game_(game),
      layout_(layout),
      sets_(sets),
      values_(values),
      stride_(game.nimbers / 64),
      scratch_(workers) {
  for (Scratch& scratch : scratch_) {
    scratch.marks.resize(game.nimbers);
    scratch.set.resize(stride_);
  }
}

void BlockSolver::fit_words(std::int64_t heaps) {
  for (; fitted_ < static_cast<std::size_t>(heaps); ++fitted_)
    while (values_[fitted_] >= 64 * words_) words_ *= 2;
}

// Heaps of equal value ascend.
void BlockSolver::sort_by_value(std::int64_t heaps) {
  const auto known = values_.first(static_cast<std::size_t>(heaps));
  starts_.assign(64 * words_ + 1, 0);
  for (const Value value : known) ++starts_[value + 1];
  for (std::size_t value = 1; value < starts_.size(); ++value) starts_[value] += starts_[value - 1];
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  by_value_.resize(known.size());
  for (std::size_t heap = 0; heap < known.size(); ++heap)
    by_value_[next[known[heap]]++] = static_cast<std::uint32_t>(heap);
}

void BlockSolver::add_pairs(const Pairs& pairs, std::int64_t total, std::int64_t first,
                            std::int64_t end, Scratch& scratch) const {
  if (first >= end) return;
  kernels::add_pairs(values_, static_cast<std::size_t>(total), static_cast<std::size_t>(first),
                     static_cast<std::size_t>(end), std::span(scratch.marks).first(64 * words_),
                     set(pairs.rows.set(total)));
}

// Pairs whose larger part lies before the block.
void BlockSolver::far_pairs(const Pairs& pairs, std::int64_t block, std::int64_t heap,
                            Scratch& scratch) const {
  const std::int64_t total = pairs.newest(heap);
  if (total < 0) return;
  std::ranges::fill(set(pairs.rows.set(total)), std::uint64_t{0});
  add_pairs(pairs, total, std::max(pairs.small, total - block + 1), pairs.end(total), scratch);
}

void BlockSolver::near_pairs(const Pairs& pairs, std::int64_t block, std::int64_t heap,
                             Scratch& scratch) const {
  const std::int64_t total = pairs.newest(heap);
  if (total < 0) return;
  add_pairs(pairs, total, pairs.small, std::min(total - block + 1, pairs.end(total)), scratch);
}

// The first part whose rest has pairs that were complete when the block began.
std::int64_t BlockSolver::first_far(const Triples& triples, std::int64_t block,
                                    std::int64_t total) const {
  return std::max(triples.least, total - layout_.pairs[triples.pairs].newest(block - 1));
}

void BlockSolver::far_triples(const Triples& triples, std::int64_t block, std::int64_t heap,
                              Scratch& scratch) const {
  const std::int64_t total = triples.newest(heap);
  if (total < 0) return;
  const NimberSet row = set(triples.rows.set(total));
  std::ranges::fill(row, std::uint64_t{0});
  const std::int64_t first = first_far(triples, block, total), end = triples.end(total);
  if (first >= end) return;
  const NimberSet united = NimberSet(scratch.set).first(words_);
  const std::uint64_t* const rows =
      sets_.data() + layout_.pairs[triples.pairs].rows.first * stride_;
  for (std::size_t value = 0; value + 1 < starts_.size(); ++value) {
    const auto heaps =
        std::span(by_value_).subspan(starts_[value], starts_[value + 1] - starts_[value]);
    const auto from = std::lower_bound(heaps.begin(), heaps.end(), first);
    const auto to = std::lower_bound(from, heaps.end(), end);
    if (from == to) continue;
    std::ranges::fill(united, std::uint64_t{0});
    kernels::unite_rows(united, rows, stride_, static_cast<std::size_t>(total), {from, to});
    kernels::unite_xored(row, united, static_cast<Value>(value));
  }
}

void BlockSolver::near_triples(const Triples& triples, std::int64_t block,
                               std::int64_t heap) const {
  const std::int64_t total = triples.newest(heap);
  if (total < 0) return;
  const std::int64_t end = std::min(first_far(triples, block, total), triples.end(total));
  for (std::int64_t part = triples.least; part < end; ++part)
    kernels::unite_xored(set(triples.rows.set(total)),
                         set(layout_.pairs[triples.pairs].rows.set(total - part)),
                         values_[static_cast<std::size_t>(part)]);
}

void BlockSolver::make_far(std::int64_t first, std::int64_t end, parallel::Executor& executor) {
  const std::size_t shapes = layout_.pairs.size() + layout_.triples.size();
  const auto heaps = static_cast<std::size_t>(end - first);
  if (!layout_.triples.empty()) sort_by_value(first);
  const auto make = [&](std::size_t task, std::size_t worker) {
    const std::int64_t heap = first + static_cast<std::int64_t>(task / shapes);
    const std::size_t shape = task % shapes;
    if (shape < layout_.pairs.size())
      far_pairs(layout_.pairs[shape], first, heap, scratch_[worker]);
    else
      far_triples(layout_.triples[shape - layout_.pairs.size()], first, heap, scratch_[worker]);
  };
  if (first >= heaps_for_threads) return executor.for_each(heaps * shapes, make);
  for (std::size_t task = 0; task < heaps * shapes; ++task) make(task, 0);
}

// One more heap may be a part, beside any others: adds all pairs and triples that contain it.
void BlockSolver::gather_newest(std::size_t number, std::int64_t heap) {
  const HeapMove& move = game_.moves[number];
  const std::int64_t newest = heap - move.taken;
  if (newest < move.least[0]) return;
  const Value value = values_[static_cast<std::size_t>(newest)];
  const std::size_t parts = move.parts();
  // Sets of sums of 1, 2, .. parts; all parts gather.
  const auto sums = [&](std::size_t count) {
    return set(count == parts ? gathering : layout_.of_move[number] + count - 1);
  };
  // Where equal parts are allowed, so are sums that contain it twice.
  for (std::size_t step = 0; step < parts; ++step) {
    const std::size_t count = move.unlike ? parts - step : step + 1;
    if (count == 1)
      sums(1)[value / 64] |= std::uint64_t{1} << value % 64;
    else
      kernels::unite_xored(sums(count), sums(count - 1), value);
  }
}

void BlockSolver::add_move(std::size_t number, std::int64_t heap) {
  const HeapMove& move = game_.moves[number];
  const std::int64_t total = heap - move.taken;
  if (!move.holds(heap)) return;
  if (move.total == HeapMove::Total::each) return gather_newest(number, heap);
  std::int64_t least = 0;
  for (const std::int64_t each : move.least) least += each;
  if (total < least && move.parts() > 0) return;
  const NimberSet to = set(move.total == HeapMove::Total::exact ? alone : gathering);
  const std::size_t shape = layout_.of_move[number];
  if (move.parts() < 2) {
    const Value value = move.parts() == 0 ? 0 : values_[static_cast<std::size_t>(total)];
    to[value / 64] |= std::uint64_t{1} << value % 64;
  } else {
    const Rows& rows = move.parts() == 2 ? layout_.pairs[shape].rows : layout_.triples[shape].rows;
    kernels::unite(to, set(rows.set(total)));
  }
}

bool BlockSolver::solve_heap(std::int64_t block, std::int64_t heap) {
  for (const Pairs& pairs : layout_.pairs) near_pairs(pairs, block, heap, scratch_[0]);
  for (const Triples& triples : layout_.triples) near_triples(triples, block, heap);
  std::ranges::fill(set(alone), std::uint64_t{0});
  for (std::size_t number = 0; number < game_.moves.size(); ++number) add_move(number, heap);
  const NimberSet gathered = set(gathering);
  while (full_words_ < words_ && ~gathered[full_words_] == 0) ++full_words_;
  const std::size_t value = kernels::least_missing(gathered, set(alone), 64 * full_words_);
  if (value >= game_.nimbers) return false;
  while (value >= 64 * words_) words_ *= 2;
  values_[static_cast<std::size_t>(heap)] = static_cast<Value>(value);
  return true;
}

std::int64_t BlockSolver::solve(std::int64_t first, std::int64_t end,
                                parallel::Executor& executor) {
  fit_words(first);
  make_far(first, end, executor);
  for (std::int64_t heap = first; heap < end; ++heap)
    if (!solve_heap(first, heap)) return heap - first;
  return end - first;
}

}  // namespace grundy::pieces
