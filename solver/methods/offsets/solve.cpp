#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/value.hpp"
#include "kernels/offset/bit_rows.hpp"
#include "methods/offsets/bits.hpp"
#include "methods/offsets/family.hpp"
#include "methods/offsets/row_layout.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::offset {
namespace {

std::int64_t floor_words(std::int64_t bits) {
  return bits >= 0 ? bits / word_bits : -words_for(-bits);
}

// What all workers share: where the words are, and masks that are the same for all groups of rows.
class Shared {
 public:
  // `bits` and each span of `trails`, one for each ray, have the size of the layout. `kept` is null
  // where the bits are kept as they are. Errc::memory.
  static Result<Shared> make(const BitRows& rows, Convention convention, const RowLayout& layout,
                             std::span<std::uint64_t> bits,
                             std::vector<std::span<std::uint64_t>> trails, const KeptRows* kept) {
    Shared shared;
    shared.rows = &rows;
    shared.convention = convention;
    shared.layout = &layout;
    shared.bits = bits.data();
    shared.kept = kept;
    // Under misère play positions without moves are found rule by rule, so rows beyond must not be
    // read.
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
      shared.sources.push_back(move.ray     ? shared.trails.back()
                               : move.along ? shared.trails[*move.along]
                                            : bits.data());
      const auto ends = stays_inside(rows.axes, rows.axes.row_axis(), move.change.back());
      shared.edges.push_back(layout.needs_edge(move) ? pattern(ends) : nullptr);
      shared.row_by_row = shared.row_by_row || stays_in_plane(move.change);
    }
    for (const BitMove& move : rows.chain) shared.chain_of_all = shared.chain_of_all || move.ray;
    shared.row_by_row = shared.row_by_row || !rows.chain.empty();
    return shared;
  }

  const BitRows* rows;
  Convention convention;
  const RowLayout* layout;
  std::uint64_t* bits;
  const KeptRows* kept;
  RowCondition valid;                         // which bits of a row are positions
  bool row_by_row = false;                    // some moves stay in the plane
  bool chain_of_all = false;                  // some move leads to every lower bit of a row
  bool beyond_is_empty = false;               // rows beyond a plane may be read
  std::vector<std::uint64_t*> sources;        // by move, where its options are
  std::vector<std::uint64_t*> trails;         // by move, or null
  std::vector<const std::uint64_t*> edges;    // by move, or null
  const std::uint64_t* nothing = nullptr;     // no bit set
  const std::uint64_t* everything = nullptr;  // all bits of all rows

 private:
  memory::Block constants_;
};

class Worker {
 public:
  explicit Worker(const Shared& shared)
      : shared_(shared),
        rows_(*shared.rows),
        layout_(*shared.layout),
        walk_(rows_, {layout_.words, static_cast<std::int64_t>(layout_.group_rows()), layout_.block,
                      shared.beyond_is_empty}) {
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
  }

  // Solves a tile of rows.schedule() and returns the number of its positions. Returns early,
  // with some number, once *stop is true.
  std::uint64_t solve_tile(const Box& tile, const std::atomic<bool>* stop) {
    return walk_.for_each_group(tile, stop, [&] { solve_group(); });
  }

 private:
  using Words = RowWalk::Words;

  void solve_group() {
    sources_.clear();
    for (std::size_t move = 0; move < rows_.moves.size(); ++move) add_source(move);
    kernels::BitRows task;
    task.rows = shared_.bits + layout_.row(walk_.low());
    const auto rows = static_cast<std::size_t>(walk_.rows_of_group());
    task.count = shared_.row_by_row ? rows : 1;
    task.words = shared_.row_by_row ? layout_.words : walk_.words_of_group();
    task.sources = sources_;
    add_chain();
    task.chain = shared_.chain_of_all ? kernels::BitChain::all_lower
                 : steps_.empty()     ? kernels::BitChain::none
                                      : kernels::BitChain::steps;
    task.steps = steps_;
    choose_open(task);
    kernels::solve_bit_rows(task);
    if (shared_.kept)
      shared_.kept->copy(walk_.low(), walk_.rows_of_group(), {task.rows, walk_.words_of_group()});
  }

  void add_source(std::size_t number) {
    const BitMove& move = rows_.moves[number];
    kernels::BitSource source;
    if (move.ray) source.trail = shared_.trails[number] + layout_.row(walk_.low());
    if (!walk_.reaches(move.change)) {
      source.words = shared_.nothing;
      if (move.ray) sources_.push_back(source);
      return;
    }
    const auto where = mask(move.when, shared_.edges[number], move_masks_[number]);
    if (!where) return;
    source.mask = *where;
    const std::int64_t shift = move.change.back();
    here_ = walk_.low();
    for (std::size_t axis = 0; axis < here_.size(); ++axis) here_[axis] += move.change[axis];
    source.words = shared_.sources[number] + layout_.row(here_) + floor_words(shift);
    source.shift = static_cast<unsigned>(shift - word_bits * floor_words(shift));
    sources_.push_back(source);
  }

  void add_chain() {
    steps_.clear();
    for (std::size_t number = 0; number < rows_.chain.size(); ++number) {
      const BitMove& move = rows_.chain[number];
      const auto where = walk_.where(move.when, chain_masks_[number]);
      if (where) steps_.push_back({static_cast<std::size_t>(-move.change.back()), *where});
    }
  }

  // The bits of the group for which the condition holds and that the edge, if any, allows: null for
  // all of them, nothing for none.
  std::optional<const std::uint64_t*> mask(const RowCondition& when, const std::uint64_t* edge,
                                           Words& words) {
    const auto where = walk_.where(when, words);
    if (!where || !edge) return where;
    if (!*where) return edge;
    for (std::size_t i = 0; i < walk_.words_of_group(); ++i) words[i] &= edge[i];
    return words.data();
  }

  void choose_open(kernels::BitRows& task) {
    const Truth valid = truth(shared_.valid, walk_.low(), walk_.high());
    const bool misere = shared_.convention == Convention::misere && !all_can_move();
    bool over = false;
    for (const BitEnding& ending : rows_.endings)
      over = over || truth(ending.when, walk_.low(), walk_.high()) != Truth::never;
    task.open = shared_.everything;
    if (valid == Truth::always && !misere && !over) return;
    const std::size_t words = walk_.words_of_group();
    if (valid == Truth::always)
      std::copy_n(shared_.everything, words, open_.begin());
    else
      walk_.fill(shared_.valid, open_);
    task.open = open_.data();
    if (over) end_play();
    if (over) task.lost = lost_.data();
    if (misere) keep_movable();
  }

  // Whether some rule gives an option to every position of the group.
  bool all_can_move() const {
    const auto gives = [&](const BitMove& move) {
      return walk_.reaches(move.change) &&
             truth(move.option, walk_.low(), walk_.high()) == Truth::always;
    };
    return std::any_of(rows_.moves.begin(), rows_.moves.end(), gives);
  }

  void keep_movable() {
    const std::size_t words = walk_.words_of_group();
    std::fill_n(movable_.begin(), words, 0);
    for (const auto* moves : {&rows_.moves, &rows_.chain})
      for (const BitMove& move : *moves) {
        if (!walk_.reaches(move.change)) continue;
        walk_.fill(move.option, condition_);
        for (std::size_t i = 0; i < words; ++i) movable_[i] |= condition_[i];
      }
    for (std::size_t i = 0; i < words; ++i) open_[i] &= movable_[i];
  }

  // Where several endings hold the first one counts.
  void end_play() {
    const std::size_t words = walk_.words_of_group();
    std::fill_n(lost_.begin(), words, 0);
    for (const BitEnding& ending : rows_.endings) {
      walk_.fill(ending.when, condition_);
      for (std::size_t i = 0; i < words; ++i) {
        const std::uint64_t here = condition_[i] & open_[i];
        if (ending.outcome == Outcome::P) lost_[i] |= here;
        open_[i] &= ~here;
      }
    }
  }

  const Shared& shared_;
  const BitRows& rows_;
  const RowLayout& layout_;
  RowWalk walk_;
  Index here_;  // scratch
  std::vector<kernels::BitSource> sources_;
  std::vector<kernels::BitStep> steps_;
  std::vector<Words> move_masks_;
  std::vector<Words> chain_masks_;
  Words open_;
  Words lost_;
  Words condition_;  // of one group of rows
  Words movable_;
};

// One block of words for each ray.
Result<std::vector<memory::Block>> allocate_trails(const BitRows& rows, const RowLayout& layout) {
  std::vector<memory::Block> trails;
  for (std::size_t ray = 0; ray < rows.rays(); ++ray) {
    auto block = memory::Block::zeros(layout.total_words() * sizeof(std::uint64_t));
    if (!block) return block.error();
    trails.push_back(std::move(*block));
  }
  return trails;
}

// The words in which the rows are solved: those of the result where all is kept.
Result<memory::Block> allocate_window(const BitRows& rows, const RowLayout& layout) {
  return memory::Block::zeros(rows.kept ? layout.total_words() * sizeof(std::uint64_t) : 0);
}

}  // namespace

Result<Bits> solve(const BitRows& rows, Convention convention, parallel::Executor& executor,
                   const tiles::Watch& watch) {
  const RowLayout layout(rows);
  auto bits = Bits::allocate(rows.kept ? RowLayout(*rows.kept) : layout);
  if (!bits) return bits.error();
  auto window = allocate_window(rows, layout);
  if (!window) return window.error();
  auto trails = allocate_trails(rows, layout);
  if (!trails) return trails.error();
  std::vector<std::span<std::uint64_t>> spans;
  for (memory::Block& trail : *trails) spans.push_back(trail.as<std::uint64_t>());
  std::optional<KeptRows> kept;
  if (rows.kept) kept.emplace(layout, *bits);
  const auto shared =
      Shared::make(rows, convention, layout, kept ? window->as<std::uint64_t>() : bits->words(),
                   std::move(spans), kept ? &*kept : nullptr);
  if (!shared) return shared.error();
  std::deque<Worker> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i) workers.emplace_back(*shared);

  const tiles::Schedule schedule = rows.schedule();
  tiles::OrderedTiles tiles{
      kernel,
      schedule.tiles_in_order(),
      [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
      [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
        const std::uint64_t solved = workers[worker].solve_tile(schedule.tile(tile), watch.stop);
        if (watch.stop && *watch.stop) return Error{Errc::interrupted, "interrupted"};
        return solved;
      },
      {std::as_writable_bytes(bits->words())}};
  if (rows.kept) tiles.parts.push_back(window->as<std::byte>());
  for (memory::Block& trail : *trails) tiles.parts.push_back(trail.as<std::byte>());
  if (const Status done = tiles::solve_tiles(std::move(tiles), executor, watch); !done)
    return done.error();
  return bits;
}

}  // namespace grundy::offset
