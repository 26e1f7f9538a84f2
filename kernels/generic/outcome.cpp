#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "kernels/generic/generic.hpp"
#include "kernels/generic/lane_runs.hpp"
#include "kernels/generic/option_lines.hpp"

// A batch is solved rule by rule, all lanes at once, beginning with the rule that won most. A lane
// drops out as soon as it has won, so that code is evaluated and options are looked at for as few
// lanes as possible. What a rule cannot tell in this way stays open: rules with loops and sets, and
// options that are lanes of the same batch. Lanes with open rules then take their turns one by one.
// Once a rule leaves most lanes open, so would the rules behind it: the turns begin.

namespace grundy::kernels {
namespace {

// What the options of a run up to the first P-position are, as far as they are solved.
enum class Finding : std::uint8_t { no_p, p, open };

// Of a line, `least` tells whether the last of the options seen is P; those before it are not.
Finding look_along(Line& line, std::size_t count, std::span<const std::uint8_t> cells) noexcept {
  if (line.least != 0) return line.seen <= count ? Finding::p : Finding::no_p;
  std::int64_t rank = line.anchor + line.step * static_cast<std::int64_t>(line.seen);
  for (; line.seen < count; rank += line.step) {
    const std::uint8_t cell = cells[static_cast<std::size_t>(rank)];
    if (cell == unsolved) return Finding::open;
    ++line.seen;
    if (cell == 0) {
      line.least = 1;
      return Finding::p;
    }
  }
  return Finding::no_p;
}

constexpr auto forget_nothing = [](const Line&, std::size_t) {};

class OutcomeBatch {
 public:
  OutcomeBatch(const Program& program, const Columns& columns, std::size_t width, bool misere,
               RuleTurns& turns, const RunMemo& memo, const Images& images,
               std::span<std::uint8_t> cells) noexcept
      : program_(program),
        columns_(columns),
        width_(width),
        misere_(misere),
        turns_(turns),
        memo_(memo),
        images_(images),
        cells_(cells) {}

  void solve() noexcept {
    begin_batch(program_, columns_, width_);
    const LaneSet all = ~LaneSet{0} >> (lanes - width_);
    const LaneSet over = program_.over == no_register ? 0 : end_play(all);
    joined_ = lanes_that_rise(column_of(program_.rank), 1);
    set_cells(0, all);
    const LaneSet waiting = look_at_rules(all & ~over);
    if (misere_) won_ |= all & ~over & ~moved_ & ~waiting;
    set_cells(won_, waiting);
    for (LaneSet left = waiting; left != 0; left &= left - 1)
      take_turn(static_cast<std::size_t>(std::countr_zero(left)));
  }

 private:
  // Lanes whose play is over.
  LaneSet end_play(LaneSet of) noexcept {
    const auto column = column_of(program_.over);
    const LaneSet over = lanes_not_zero(column, of);
    for (LaneSet left = over; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (column[static_cast<std::size_t>(lane)] == 2) won_ |= LaneSet{1} << lane;
    }
    return over;
  }

  // Returns the lanes that have neither won nor been through all rules.
  LaneSet look_at_rules(LaneSet left) noexcept {
    const std::size_t rules = program_.rules.size();
    const std::size_t first = turns_.first;
    LaneSet open = 0;
    int most_wins = 0;
    for (std::size_t i = 0; i < rules && left != 0; ++i) {
      const std::size_t rule = first + i < rules ? first + i : first + i - rules;
      if (2 * std::popcount(open & left) > std::popcount(left)) {
        turns_.open[rule] = left;
        open = left;
        continue;
      }
      const LaneSet won = look_at(rule, left);
      open |= turns_.open[rule];
      left &= ~won;
      won_ |= won;
      if (std::popcount(won) > most_wins) {
        most_wins = std::popcount(won);
        turns_.first = rule;
      }
    }
    return open & left;
  }

  // Returns the lanes that win by a rule, and notes for which it stays open.
  LaneSet look_at(std::size_t number, LaneSet asked) noexcept {
    const RuleProgram& rule = program_.rules[number];
    Ready& ready = columns_.ready[number];
    turns_.open[number] = 0;
    if (rule.pass != no_register) {
      make_pass_ready(rule, columns_, width_, ready);
      asked = lanes_not_zero(column_of(rule.pass), asked);
      if (asked == 0) return 0;
    }
    if (!rule.loops.empty() || (rule.has_run && rule.run.is_sparse())) {
      turns_.open[number] = asked;
      return 0;
    }
    make_runs_ready(rule, columns_, width_, ready);
    find_runs(rule, columns_.outer, asked, runs_);
    moved_ |= runs_.with_options;
    if (rule.summands == 0) return misere_ ? 0 : runs_.with_options;
    return look_at_runs(number, runs_.with_options);
  }

  LaneSet look_at_runs(std::size_t number, LaneSet asked) noexcept {
    const LaneSet by_line = remembered(program_.rules[number], asked);
    const Met met = look_at_options(runs_, asked & ~by_line, cells_);
    turns_.open[number] = met.unsolved;
    LaneSet won = met.p;
    for (LaneSet left = by_line; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const Finding finding = look_along_line(number, lane);
      won |= LaneSet{finding == Finding::p} << lane;
      turns_.open[number] |= LaneSet{finding == Finding::open} << lane;
    }
    return won;
  }

  // Lanes whose runs are long enough for the memo.
  LaneSet remembered(const RuleProgram& rule, LaneSet of) const noexcept {
    if (rule.anchor == Anchor::none) return 0;
    LaneSet result = 0;
    for (std::size_t lane = 0; lane < width_; ++lane)
      result |= LaneSet{static_cast<std::size_t>(runs_.count[lane]) >= memo_.least_count} << lane;
    return result & of;
  }

  Finding look_along_line(std::size_t rule, std::size_t lane) const noexcept {
    const auto count = static_cast<std::size_t>(runs_.count[lane]);
    const Place place =
        place_of(program_, rule, runs_.start[lane], runs_.step[lane], count, memo_, forget_nothing);
    return look_along(place.line, count, cells_);
  }

  // All lanes before this one are solved.
  void take_turn(std::size_t lane) noexcept {
    const auto wins_by = [&](const Run& run) {
      moved_ |= LaneSet{1} << lane;
      if (run.summands == 0) return !misere_;  // to the end of the game, where nobody can move
      return meets_p(run);
    };
    const std::size_t rules = program_.rules.size();
    RunWalk walk(program_, columns_, width_, wins_by);
    bool won = false;
    for (std::size_t i = 0, rule = turns_.first; i < rules && !won; ++i) {
      won = (turns_.open[rule] >> lane & 1) != 0 && walk.rule(rule, lane);
      if (won) turns_.first = rule;
      rule = rule + 1 < rules ? rule + 1 : 0;
    }
    if (misere_ && (moved_ >> lane & 1) == 0) won = true;
    set_cell(lane, won);
  }

  bool meets_p(const Run& run) const noexcept {
    if (memo_.remembers(program_.rules[run.rule], run))
      return look_along(place_of(program_, run, memo_, forget_nothing).line, run.count, cells_) ==
             Finding::p;
    return each_rank(
        run, [&](std::int64_t rank) { return cells_[static_cast<std::size_t>(rank)] == 0; });
  }

  void set_cell(std::size_t lane, std::uint8_t value) noexcept {
    cells_[rank(lane)] = value;
    copy_to_images(program_.dimensions, columns_.outer, lane, images_, value, cells_);
  }

  void set_cells(LaneSet won, LaneSet waiting) noexcept {
    std::array<std::uint8_t, lanes> values;
    outcome_bytes(won, waiting, values);
    for (std::size_t lane = 0; lane < width_;) {
      const auto follow = static_cast<std::size_t>(std::countr_one(joined_ >> lane >> 1));
      const std::size_t size = std::min(follow + 1, width_ - lane);
      std::memcpy(cells_.data() + rank(lane), values.data() + lane, size);
      lane += size;
    }
    if (images_.strides.empty()) return;
    for (std::size_t lane = 0; lane < width_; ++lane)
      copy_to_images(program_.dimensions, columns_.outer, lane, images_, values[lane], cells_);
  }

  std::size_t rank(std::size_t lane) const noexcept {
    return static_cast<std::size_t>(column_of(program_.rank)[lane]);
  }

  std::span<const std::int64_t, lanes> column_of(Register reg) const noexcept {
    return std::span<const std::int64_t, lanes>(columns_.outer.data() + reg * lanes, lanes);
  }

  const Program& program_;
  const Columns& columns_;
  const std::size_t width_;
  const bool misere_;
  RuleTurns& turns_;
  const RunMemo& memo_;
  const Images& images_;
  const std::span<std::uint8_t> cells_;
  LaneSet won_ = 0;
  LaneSet moved_ = 0;
  LaneSet joined_ = 0;  // lanes whose rank is the next after that of the lane before
  LaneRuns runs_;
};

}  // namespace

void solve_outcomes(const Program& program, const Columns& columns, std::size_t width, bool misere,
                    RuleTurns& turns, const RunMemo& memo, const Images& images,
                    std::span<std::uint8_t> cells) noexcept {
  OutcomeBatch(program, columns, width, misere, turns, memo, images, cells).solve();
}

}  // namespace grundy::kernels
