#include "kernels/generic/generic.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "kernels/generic/bit_columns.hpp"
#include "kernels/generic/option_lines.hpp"

namespace grundy::kernels {
namespace {

// Solves the positions of a batch that was begun one after the other.
//   solve(rank, lane)        the value of a position whose play goes on
//   finished(won)            the value of a position whose play is over
template <class Solve, class Finished, class Cell>
void for_each_position(const Program& program, const Columns& columns, std::size_t width,
                       const Images& images, std::span<Cell> cells, Solve solve,
                       Finished finished) noexcept {
  const Images copies = images;  // which no cell can be part of, for all the compiler knows
  const std::int64_t* ranks = columns.outer.data() + program.rank * lanes;
  const std::int64_t* over =
      program.over == no_register ? nullptr : columns.outer.data() + program.over * lanes;
  for (std::size_t lane = 0; lane < width; ++lane) {
    Cell& cell = cells[static_cast<std::size_t>(ranks[lane])];
    cell = over && over[lane] != 0 ? finished(over[lane] == 2) : solve(lane);
    for (const Total& total : program.totals) {
      const auto at = static_cast<std::size_t>(columns.outer[total.at * lanes + lane]);
      cells[at + static_cast<std::size_t>(total.step)] = static_cast<Cell>(cells[at] ^ cell);
    }
    copy_to_images(program.dimensions, columns.outer, lane, copies, cell, cells);
  }
}

// The nimbers of a position's options: marks for those looked at, sets of lines for the others.
template <class Cell>
class OptionNimbers {
 public:
  OptionNimbers(const Program& program, const RunMemo& memo, MexMarks& mex,
                std::span<const Cell> cells) noexcept
      : program_(program), memo_(memo), cells_(cells), marks_(mex.marks.data()) {
    if (++mex.stamp == 0) {
      std::ranges::fill(mex.marks, 0);
      mex.stamp = 1;
    }
    stamp_ = mex.stamp;
  }

  void add(const Run& run) noexcept {
    if (!run.stretches.empty())
      mark_stretches(run);
    else if (run.summands == 2 && !run.set)
      mark_pairs(run);
    else if (run.summands != 1)
      mark_sums(run);
    else if (lines_ < most_lines && memo_.remembers(program_.rules[run.rule], run))
      add_line(run);
    else
      mark_ranks(run);
  }

  Cell mex() const noexcept {
    if (lines_ != 0) return mex_beside_lines();
    std::size_t nimber = 0;
    while (marks_[nimber] == stamp_) ++nimber;
    return static_cast<Cell>(nimber);
  }

 private:
  // Lines whose sets a position joins; what comes after is marked.
  static constexpr std::size_t most_lines = 16;

  struct Set {
    const std::uint64_t* words;
    std::size_t used;
  };

  Cell cell(std::int64_t rank) const noexcept { return cells_[static_cast<std::size_t>(rank)]; }

  void mark_ranks(const Run& run) noexcept {
    each_rank(run, [marks = marks_, stamp = stamp_, cells = cells_](std::int64_t rank) {
      marks[cells[static_cast<std::size_t>(rank)]] = stamp;
      return false;
    });
  }

  // The stamp is kept in a register: for all the compiler knows a mark might be the stamp itself.
  void mark_sums(const Run& run) noexcept {
    std::uint32_t* const marks = marks_;
    const std::uint32_t stamp = stamp_;
    for (std::size_t i = 0; i < run.count; ++i) {
      std::uint32_t sum = 0;
      for (std::size_t s = 0; s < run.summands; ++s) sum ^= cell(run.output(s, i));
      marks[sum] = stamp;
    }
  }

  // What most rules that split come to.
  void mark_pairs(const Run& run) noexcept {
    std::uint32_t* const marks = marks_;
    const std::uint32_t stamp = stamp_;
    const Cell* const cells = cells_.data();
    const std::int64_t step[] = {run.step[0], run.step[1]};
    std::int64_t a = run.start[0];
    std::int64_t b = run.start[1];
    for (std::size_t i = 0; i < run.count; ++i, a += step[0], b += step[1])
      marks[cells[a] ^ cells[b]] = stamp;
  }

  // Equal positions cancel in pairs.
  void mark_stretches(const Run& run) noexcept {
    for (std::size_t i = 0; i < run.count; ++i) {
      std::uint32_t sum = 0;
      for (std::size_t s = 0; s < run.summands; ++s) sum ^= cell(run.output(s, i));
      for (std::size_t t = 0; t < run.stretches.size(); ++t) {
        const Stretch& stretch = run.stretches[t];
        const std::int64_t count = run.output(run.summands + t, i);
        std::int64_t rank = run.output(stretch.summand, i);
        if (stretch.repeats && count % 2 == 0) sum ^= cell(rank);
        if (stretch.repeats) continue;
        for (std::int64_t k = 1; k < count; ++k) sum ^= cell(rank += stretch.steps[0]);
      }
      marks_[sum] = stamp_;
    }
  }

  // Of a line, `most` is how many words of its set are in use, and `least` how many are full.
  void add_line(const Run& run) noexcept {
    const auto forget = [&](const Line& line, std::size_t slot) {
      std::ranges::fill(set_of(slot).first(line.most), 0);
    };
    const auto place = place_of(program_, run, memo_, forget);
    Line& line = place.line;
    const std::span<std::uint64_t> set = set_of(place.slot);
    if (line.seen > run.count) {
      forget(line, place.slot);
      line.seen = line.most = line.least = 0;
    }
    each_new_rank(line, run.count, [&](std::int64_t rank) {
      const std::uint32_t nimber = cell(rank);
      set[nimber / 64] |= std::uint64_t{1} << (nimber % 64);
      line.most = std::max(line.most, nimber / 64 + 1);
    });
    while (line.least < line.most && ~set[line.least] == 0) ++line.least;
    full_ = std::max<std::size_t>(full_, line.least);
    sets_[lines_++] = {set.data(), line.most};
  }

  std::span<std::uint64_t> set_of(std::size_t slot) const noexcept {
    return memo_.sets.subspan(slot * memo_.words, memo_.words);
  }

  Cell mex_beside_lines() const noexcept {
    for (std::size_t word = full_;; ++word) {
      std::uint64_t present = 0;
      for (std::size_t i = 0; i < lines_; ++i)
        if (word < sets_[i].used) present |= sets_[i].words[word];
      for (std::uint64_t absent = ~present; absent != 0; absent &= absent - 1) {
        const std::size_t nimber = word * 64 + static_cast<std::size_t>(std::countr_zero(absent));
        if (marks_[nimber] != stamp_) return static_cast<Cell>(nimber);
      }
    }
  }

  const Program& program_;
  const RunMemo& memo_;
  std::span<const Cell> cells_;
  std::uint32_t* marks_;
  std::uint32_t stamp_;
  std::size_t full_ = 0;  // words of some line's set in which nothing is absent
  std::size_t lines_ = 0;
  Set sets_[most_lines];  // of which the first `lines_` are set
};

// The options of a position by their cells, 2 * remoteness + outcome.
template <class Cell>
struct Slowest {
  static constexpr Cell none = std::numeric_limits<Cell>::max();
  Cell fastest_win = none;  // least remoteness of a P-option, as a cell
  Cell slowest_loss = 0;    // greatest remoteness of an N-option, as a cell

  void meet(Cell option) noexcept {
    if (option % 2 == 0)
      fastest_win = std::min(fastest_win, option);
    else
      slowest_loss = std::max(slowest_loss, option);
  }
};

// Of a line, `least` and `most` are its fastest win and its slowest loss.
template <class Cell>
void meet_run(const Program& program, const Run& run, const RunMemo& memo,
              std::span<const Cell> cells, Slowest<Cell>& all) noexcept {
  const auto cell = [&](std::int64_t rank) { return cells[static_cast<std::size_t>(rank)]; };
  if (!memo.remembers(program.rules[run.rule], run)) {
    each_rank(run, [&](std::int64_t rank) {
      all.meet(cell(rank));
      return false;
    });
    return;
  }
  Line& line = place_of(program, run, memo, [](const Line&, std::size_t) {}).line;
  if (line.seen > run.count) line.seen = 0;
  Slowest<Cell> known;
  if (line.seen > 0) known = {static_cast<Cell>(line.least), static_cast<Cell>(line.most)};
  each_new_rank(line, run.count, [&](std::int64_t rank) { known.meet(cell(rank)); });
  line.least = known.fastest_win;
  line.most = known.slowest_loss;
  all.fastest_win = std::min(all.fastest_win, known.fastest_win);
  all.slowest_loss = std::max(all.slowest_loss, known.slowest_loss);
}

}  // namespace

template <class Cell>
void solve_nimbers(const Program& program, const Columns& columns, std::size_t width, MexMarks& mex,
                   RunMemo& memo, const Images& images, std::span<Cell> cells) noexcept {
  begin_batch(program, columns, width);
  if (mex.marks.size() <= most_bit_nimbers + 1 && has_bit_columns(program) &&
      solve_bit_columns(program, columns, width, images, cells))
    return;
  const auto solve = [&](std::size_t lane) {
    OptionNimbers<Cell> options(program, memo, mex, cells);
    visit_runs(program, columns, width, lane, [&](const Run& run) {
      options.add(run);
      return false;
    });
    return options.mex();
  };
  for_each_position(program, columns, width, images, cells, solve, [](bool) { return Cell{0}; });
}

template <class Cell>
void solve_remoteness(const Program& program, const Columns& columns, std::size_t width,
                      bool misere, RunMemo& memo, const Images& images,
                      std::span<Cell> cells) noexcept {
  begin_batch(program, columns, width);
  const auto solve = [&](std::size_t lane) {
    Slowest<Cell> all;
    bool moved = false;
    visit_runs(program, columns, width, lane, [&](const Run& run) {
      moved = true;
      if (run.summands == 0)
        all.meet(misere);
      else
        meet_run<Cell>(program, run, memo, cells, all);
      return false;
    });
    if (all.fastest_win != all.none) return static_cast<Cell>(all.fastest_win + 3);
    if (moved) return static_cast<Cell>(all.slowest_loss + 1);
    return static_cast<Cell>(misere);
  };
  for_each_position(program, columns, width, images, cells, solve,
                    [](bool won) { return static_cast<Cell>(won); });
}

template void solve_nimbers(const Program&, const Columns&, std::size_t, MexMarks&, RunMemo&,
                            const Images&, std::span<std::uint8_t>) noexcept;
template void solve_nimbers(const Program&, const Columns&, std::size_t, MexMarks&, RunMemo&,
                            const Images&, std::span<std::uint16_t>) noexcept;
template void solve_nimbers(const Program&, const Columns&, std::size_t, MexMarks&, RunMemo&,
                            const Images&, std::span<std::uint32_t>) noexcept;
template void solve_remoteness(const Program&, const Columns&, std::size_t, bool, RunMemo&,
                               const Images&, std::span<std::uint16_t>) noexcept;
template void solve_remoteness(const Program&, const Columns&, std::size_t, bool, RunMemo&,
                               const Images&, std::span<std::uint32_t>) noexcept;

}  // namespace grundy::kernels
