// kernels/generic/runs.hpp: the options of a position, run by run.
//
// How to use it: give each thread columns prepared by fill_constants, put up to `lanes`
// positions into the coordinate registers of `outer`, call begin_batch, then visit_runs for
// each lane. The code of a rule is evaluated, for all lanes, when the first lane comes to that
// rule: a visitor that stops early saves the code of the rules behind. Nothing here allocates;
// the cost is that of the code plus a few instructions a run.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "kernels/generic/parts.hpp"
#include "kernels/generic/program.hpp"

namespace grundy::kernels {

// How far the code of a rule has been evaluated for the batch.
enum class Ready : std::uint8_t { nothing, pass, all };

// Columns of a thread: program.registers * lanes integers each, and one Ready for each rule.
struct Columns {
  std::span<std::int64_t> outer;
  std::span<std::int64_t> inner;
  std::span<Ready> ready;
};

// Evaluates what a rule needs to know whether it passes, and then what its runs need, unless that
// has been done for the batch.
inline void make_pass_ready(const RuleProgram& rule, const Columns& columns, std::size_t width,
                            Ready& ready) noexcept {
  if (ready != Ready::nothing) return;
  evaluate(rule.pass_code, columns.outer, width);
  ready = Ready::pass;
}
inline void make_runs_ready(const RuleProgram& rule, const Columns& columns, std::size_t width,
                            Ready& ready) noexcept {
  if (ready == Ready::all) return;
  evaluate(rule.code, columns.outer, width);
  ready = Ready::all;
}

inline void fill_constants(const Program& program, const Columns& columns) noexcept {
  for (const Constant& constant : program.constants)
    for (const auto& block : {columns.outer, columns.inner})
      std::fill_n(block.data() + constant.out * lanes, lanes, constant.value);
}

// To be called when the coordinates of the first `width` lanes are there. Afterwards the
// registers program.rank and program.over hold theirs.
inline void begin_batch(const Program& program, const Columns& columns,
                        std::size_t width) noexcept {
  evaluate(program.position_code, columns.outer, width);
  std::ranges::fill(columns.ready, Ready::nothing);
}

// Walks the runs of one rule at one position. Visitor: bool(const Run&), true to stop.
//
// A visitor may choose the values of each loop. It has `std::int64_t loop(depth, count)`, which
// returns how many of `count` values to look at, and `std::int64_t value(depth, i)`, which says
// which one is the i-th of them.
template <class Visitor>
class RunWalk {
 public:
  RunWalk(const Program& program, const Columns& columns, std::size_t width,
          Visitor& visit) noexcept
      : program_(program), columns_(columns), width_(width), visit_(visit) {}

  // True when the visitor stopped the walk.
  bool rule(std::size_t number, std::size_t lane) noexcept {
    const RuleProgram& rule = program_.rules[number];
    Ready& ready = columns_.ready[number];
    if (rule.pass != no_register) {
      make_pass_ready(rule, columns_, width_, ready);
      if (at(columns_.outer, rule.pass, lane) == 0) return false;
    }
    make_runs_ready(rule, columns_, width_, ready);
    run_.rule = number;
    if (rule.loops.empty()) return run(rule, columns_.outer, lane);
    for (const Register r : rule.imports) at(columns_.inner, r, 0) = at(columns_.outer, r, lane);
    return loop(rule, 0);
  }

 private:
  static constexpr bool chooses = requires(Visitor visit) {
    visit.loop(std::size_t{}, std::int64_t{});
    visit.value(std::size_t{}, std::int64_t{});
  };

  static std::int64_t& at(std::span<std::int64_t> block, Register r, std::size_t lane) noexcept {
    return block[r * lanes + lane];
  }

  // Indices of members or of subsets, or the values themselves.
  struct Bounds {
    std::int64_t first;
    std::int64_t last;
    const std::int64_t* members = nullptr;
    std::uint64_t all = 0;  // whose subsets are meant, if it is not 0

    std::int64_t value(std::int64_t i) const noexcept {
      if (members) return members[i];
      return all == 0
                 ? i
                 : static_cast<std::int64_t>(subset_by_number(static_cast<std::uint64_t>(i), all));
    }
    std::int64_t value_after(std::int64_t value, std::int64_t i) const noexcept {
      return all == 0
                 ? this->value(i)
                 : static_cast<std::int64_t>(next_subset(static_cast<std::uint64_t>(value), all));
    }
  };

  Bounds bounds(const Range& range, std::span<std::int64_t> block, std::size_t lane) noexcept {
    const std::int64_t first = at(block, range.first, lane);
    const std::int64_t last = at(block, range.last, lane);
    if (range.is_of_number()) return parts(range.selection, at(block, range.of, lane), first, last);
    if (range.selection == Selection::all) return {first, last};
    const auto set = program_.sets[static_cast<std::size_t>(range.set)];
    return {std::lower_bound(set.begin(), set.end(), first) - set.begin(),
            std::upper_bound(set.begin(), set.end(), last) - set.begin() - 1, set.data()};
  }

  Bounds parts(Selection selection, std::int64_t number, std::int64_t first,
               std::int64_t last) noexcept {
    const auto bits = static_cast<std::uint64_t>(number);
    const auto factored = static_cast<std::uint32_t>(std::abs(number));
    std::size_t count = 0;
    switch (selection) {
      case Selection::subsets:
        if (number <= 0) return {0, -1};
        return {subsets_below(first, bits), subsets_below(last + 1, bits) - 1, nullptr, bits};
      case Selection::bits:
        if (number > 0) count = bits_between(bits, first, last, parts_);
        break;
      case Selection::powers_of_bits:
        if (number > 0) count = powers_of_bits_between(bits, first, last, parts_);
        break;
      case Selection::prime_divisors:
        count = prime_divisors_between(factored, first, last, program_.least_factors, parts_);
        break;
      default:
        if (number == 0) return {std::max<std::int64_t>(first, 1), last};
        count = divisors_between(factored, first, last, program_.least_factors, parts_);
    }
    return {0, static_cast<std::int64_t>(count) - 1, parts_.data()};
  }

  bool loop(const RuleProgram& rule, std::size_t depth) noexcept {
    const Loop& loop = rule.loops[depth];
    Bounds ends = bounds(loop.range, columns_.inner, 0);
    if constexpr (chooses) {
      if (ends.last < ends.first) return false;
      ends.last = ends.first + visit_.loop(depth, ends.last - ends.first + 1) - 1;
    }
    return depth + 1 == rule.loops.size() ? by_lanes(rule, loop, ends)
                                          : one_by_one(rule, loop, ends, depth);
  }

  bool one_by_one(const RuleProgram& rule, const Loop& loop, Bounds ends,
                  std::size_t depth) noexcept {
    for (std::int64_t i = ends.first; i <= ends.last; ++i) {
      at(columns_.inner, loop.variable, 0) = value_of(depth, ends, i);
      evaluate(loop.code, columns_.inner, 1);
      if (loop.pass != no_register && at(columns_.inner, loop.pass, 0) == 0) continue;
      if (this->loop(rule, depth + 1)) return true;
    }
    return false;
  }

  bool by_lanes(const RuleProgram& rule, const Loop& loop, Bounds ends) noexcept {
    const auto used = static_cast<std::size_t>(
        std::clamp<std::int64_t>(ends.last - ends.first + 1, 1, static_cast<std::int64_t>(lanes)));
    for (const Register r : loop.imports) {
      std::int64_t* column = columns_.inner.data() + r * lanes;
      std::fill_n(column + 1, used - 1, column[0]);
    }
    for (std::int64_t from = ends.first; from <= ends.last;
         from += static_cast<std::int64_t>(lanes)) {
      const auto width = static_cast<std::size_t>(
          std::min(ends.last - from + 1, static_cast<std::int64_t>(lanes)));
      std::int64_t value = 0;
      for (std::size_t lane = 0; lane < width; ++lane) {
        const std::int64_t i = from + static_cast<std::int64_t>(lane);
        value = lane == 0 || chooses ? value_of(rule.loops.size() - 1, ends, i)
                                     : ends.value_after(value, i);
        at(columns_.inner, loop.variable, lane) = value;
      }
      evaluate(loop.code, columns_.inner, width);
      if (!rule.has_run && rule.outputs.size() == 1) {  // so it has no stretches
        if (run_over_lanes(rule, loop, width)) return true;
        continue;
      }
      for (std::size_t lane = 0; lane < width; ++lane) {
        if (loop.pass != no_register && at(columns_.inner, loop.pass, lane) == 0) continue;
        if (run(rule, columns_.inner, lane)) return true;
      }
    }
    return false;
  }

  // One option a lane, with one output: they are a run together, as members of a set.
  bool run_over_lanes(const RuleProgram& rule, const Loop& loop, std::size_t width) noexcept {
    const std::int64_t* const outputs = columns_.inner.data() + rule.outputs[0].start * lanes;
    run_.summands = rule.summands;
    run_.stretches = {};
    run_.set = outputs;
    run_.count = width;
    run_.start[0] = 0;
    run_.step[0] = 1;
    if (loop.pass != no_register) {
      const std::int64_t* const pass = columns_.inner.data() + loop.pass * lanes;
      run_.set = passed_.data();
      run_.count = 0;
      for (std::size_t lane = 0; lane < width; ++lane) {
        passed_[run_.count] = outputs[lane];
        run_.count += pass[lane] != 0 ? 1U : 0U;
      }
    }
    return run_.count > 0 && visit_(run_);
  }

  std::int64_t value_of([[maybe_unused]] std::size_t depth, const Bounds& ends,
                        std::int64_t i) noexcept {
    if constexpr (chooses) i = ends.first + visit_.value(depth, i - ends.first);
    return ends.value(i);
  }

  bool run(const RuleProgram& rule, std::span<std::int64_t> block, std::size_t lane) noexcept {
    run_.summands = rule.summands;
    run_.stretches = rule.stretches;
    run_.count = 1;
    run_.set = nullptr;
    if (rule.has_run) {
      if (rule.run.is_sparse()) return sparse_run(rule, block, lane);
      const std::int64_t first = at(block, rule.run.first, lane);
      const std::int64_t last = at(block, rule.run.last, lane);
      if (last < first) return false;
      run_.count = static_cast<std::size_t>(last - first + 1);
    }
    for (std::size_t i = 0; i < rule.outputs.size(); ++i) {
      const Output& output = rule.outputs[i];
      run_.start[i] = at(block, output.start, lane);
      run_.step[i] = output.step == no_register ? 0 : at(block, output.step, lane);
    }
    return visit_(run_);
  }

  // Over members of a set or parts of a number. Apart, so that what most rules take stays small.
  [[gnu::noinline]] bool sparse_run(const RuleProgram& rule, std::span<std::int64_t> block,
                                    std::size_t lane) noexcept {
    const Bounds ends = bounds(rule.run, block, lane);
    if (ends.last < ends.first) return false;
    // All numbers divide 0: then the run is of numbers, and `start` belongs to the number 0.
    const bool is_listed = ends.members || ends.all != 0;
    const std::int64_t first = is_listed ? 0 : ends.first;
    for (std::size_t i = 0; i < rule.outputs.size(); ++i) {
      const Output& output = rule.outputs[i];
      run_.step[i] = output.step == no_register ? 0 : at(block, output.step, lane);
      run_.start[i] = at(block, output.start, lane) + run_.step[i] * first;
    }
    if (ends.all != 0) return run_over_subsets(ends);
    run_.count = static_cast<std::size_t>(ends.last - ends.first + 1);
    if (ends.members) run_.set = ends.members + ends.first;
    return visit_(run_);
  }

  // There may be more than are kept at a time.
  bool run_over_subsets(const Bounds& ends) noexcept {
    run_.set = parts_.data();
    std::int64_t value = ends.value(ends.first);
    for (std::int64_t from = ends.first; from <= ends.last;) {
      run_.count = 0;
      for (; from <= ends.last && run_.count < most_parts; ++from) {
        parts_[run_.count++] = value;
        value = ends.value_after(value, from + 1);
      }
      if (visit_(run_)) return true;
    }
    return false;
  }

  const Program& program_;
  const Columns& columns_;
  std::size_t width_;
  Visitor& visit_;
  Run run_;
  std::array<std::int64_t, lanes> passed_;      // outputs of the lanes of a loop that passed
  std::array<std::int64_t, most_parts> parts_;  // of the number of the range that runs over some
};

// Calls visit(run) for every run of the position in `lane` of the `width` of a batch, beginning
// with those of rule `first`, until one call returns true. Does not look at program.over. Returns
// the number of the rule at which the visitor stopped it, or the number of rules.
template <class Visitor>
std::size_t stopping_rule(const Program& program, const Columns& columns, std::size_t width,
                          std::size_t lane, std::size_t first, Visitor&& visit) noexcept {
  RunWalk<Visitor> walk(program, columns, width, visit);
  const std::size_t rules = program.rules.size();
  for (std::size_t rule = first; rule < rules; ++rule)
    if (walk.rule(rule, lane)) return rule;
  for (std::size_t rule = 0; rule < first; ++rule)
    if (walk.rule(rule, lane)) return rule;
  return rules;
}

// The same in the order of the rules. Returns whether the visitor stopped it.
template <class Visitor>
bool visit_runs(const Program& program, const Columns& columns, std::size_t width, std::size_t lane,
                Visitor&& visit) noexcept {
  return stopping_rule(program, columns, width, lane, 0, visit) != program.rules.size();
}

}  // namespace grundy::kernels
