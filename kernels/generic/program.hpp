// kernels/generic/program.hpp: rules compiled for a tight loop.
//
// What a program computes at a position is a list of runs. A run stands for `count`
// options; summand s of option number i has its outputs at
//     start[s][o] + step[s][o] * i            (no set), or
//     start[s][o] + step[s][o] * set[i]     for the members of a set, or parts of a number.
// A sum of variable length has more positions: see Stretch.
// With one output per summand that is the summand's rank in an array of positions; with
// as many as there are coordinates it is the summand itself.
//
// Registers are those of kernels/generic/columns.hpp. Registers 0 .. dimensions-1 hold the
// coordinates. Everything that depends on the coordinates alone is computed for `lanes`
// positions at once in the `outer` columns; what depends on binders too is computed for
// one position and many binder values at once in the `inner` columns.
//
// The code for the coordinates comes in sections. What more than one rule reads, and the rank
// and end of the position itself, is `position_code`; what one rule alone reads is its
// `pass_code` and, for positions that pass, its `code`: see begin_batch in
// kernels/generic/runs.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/generic/columns.hpp"

namespace grundy::kernels {

inline constexpr std::size_t max_summands = 32;
inline constexpr std::size_t max_outputs = 8;
inline constexpr std::size_t max_stretches = 4;
inline constexpr Register no_register = 0xffff;
inline constexpr std::int32_t no_set = -1;

// Which values of a range: all, the members of a set, or the numbers that the number `of` is made
// of. Its divisors are positive, and all divide 0. The others are of numbers of at least 1: prime
// divisors, the positions k of the digits 1 in base 2, the powers 2^k themselves for k from `first`
// to `last`, and the numbers that have only some of these digits.
enum class Selection : std::uint8_t {
  all,
  members,
  divisors,
  prime_divisors,
  bits,
  powers_of_bits,
  subsets
};

// Values first .. last of a variable (both inclusive), or some of them.
struct Range {
  Register first = no_register;
  Register last = no_register;
  Selection selection = Selection::all;
  std::int32_t set = no_set;  // of members
  Register of = no_register;  // of parts of a number

  bool is_sparse() const noexcept { return selection != Selection::all; }
  bool is_of_number() const noexcept { return of != no_register; }
};

// A loop around the runs. Its code runs once the variable is known and leaves what the
// next loop, or the run, needs. Values whose `pass` is 0 are skipped.
struct Loop {
  Register variable = no_register;
  Range range;
  std::span<const Instruction> code;
  std::span<const Register> imports;  // registers of outer loops that the code reads
  Register pass = no_register;        // none: every value passes
};

// Of a run over a range `start` belongs to the first value, of a sparse one to the value 0.
struct Output {
  Register start = no_register;
  Register step = no_register;
};

// Positions of an option in equal steps. The first of them is a summand; how many there are is
// another number of the option, at least 1.
struct Stretch {
  std::size_t summand = 0;
  std::span<const std::int64_t> steps;  // by output of a summand
  bool repeats = false;                 // all steps are 0
};

// Running totals of values beside the array: once a position has its value,
//     cells[at + step] = cells[at] xor value.
// So the xor of a stretch is that of two totals, which are ordinary outputs of a rule.
struct Total {
  Register at = no_register;
  std::int64_t step = 0;
};

// The end of a run that stays where it is while the position moves in some direction, so that
// the options of one position are some of the next one's: of (a, b) -> (i, b) for i in 0 .. a - 1
// the first, of (a, b) -> (a - k, b) for k >= 1 the last. Rules with loops have none: then each
// rule has one line at a position, and kernels may keep hold of it while they look at other rules.
enum class Anchor : std::uint8_t { none, first, last };

struct RuleProgram {
  std::span<const Instruction> pass_code;
  std::span<const Instruction> code;
  Register pass = no_register;        // at the position; none: always
  std::span<const Register> imports;  // registers of the position that the loops read
  std::span<const Loop> loops;        // outermost first; the last one goes by lanes
  bool has_run = false;               // a last binder, stepped through by the run itself
  Range run;
  Anchor anchor = Anchor::none;
  std::size_t summands = 0;
  std::span<const Stretch> stretches;
  // summands * outputs_per_summand, and then the count of each stretch.
  std::span<const Output> outputs;
};

struct Constant {
  Register out = no_register;
  std::int64_t value = 0;
};

struct Program {
  std::size_t dimensions = 0;
  std::size_t registers = 0;
  std::size_t outputs_per_summand = 1;
  Register rank = no_register;  // of the position itself, when there is an array
  std::span<const Total> totals;
  Register over = no_register;  // 0: play goes on; 1: lost; 2: won. None: never over
  std::span<const Instruction> position_code;
  std::span<const RuleProgram> rules;
  std::span<const Constant> constants;
  std::span<const std::span<const std::int64_t>> sets;  // ascending
  // Of the numbers whose divisors are asked for, by size: see kernels/generic/parts.hpp. A rule has
  // no more than one range of parts of a number.
  std::span<const std::uint16_t> least_factors;
};

struct Run {
  std::size_t rule = 0;  // its number in the program
  std::size_t count = 0;
  std::size_t summands = 0;
  std::span<const Stretch> stretches;
  const std::int64_t* set = nullptr;
  std::int64_t start[max_summands * max_outputs + max_stretches];
  std::int64_t step[max_summands * max_outputs + max_stretches];

  // Output number `index` of option i; those of summand s begin at s * outputs_per_summand.
  std::int64_t output(std::size_t index, std::size_t i) const noexcept {
    return start[index] + step[index] * (set ? set[i] : static_cast<std::int64_t>(i));
  }

  // How many positions of option i are in stretches; rounded.
  double in_stretches(std::size_t width, std::size_t i) const noexcept {
    double all = 0;
    for (std::size_t number = 0; number < stretches.size(); ++number)
      all += static_cast<double>(output(summands * width + number, i));
    return all;
  }

  // Calls use(outputs of a position, how often it occurs) for the positions of option i. Those of a
  // stretch come one by one, equal ones once. `width` is the program's outputs_per_summand.
  template <class Use>
  void each_position(std::size_t width, std::size_t i, Use use) const {
    std::int64_t at[max_outputs];
    for (std::size_t summand = 0; summand < summands; ++summand) {
      for (std::size_t o = 0; o < width; ++o) at[o] = output(summand * width + o, i);
      std::size_t number = 0;
      while (number < stretches.size() && stretches[number].summand != summand) ++number;
      const bool is_alone = number == stretches.size();
      const std::int64_t length = is_alone ? 1 : output(summands * width + number, i);
      if (is_alone || stretches[number].repeats) {
        use(std::span<const std::int64_t>(at, width), length);
        continue;
      }
      for (std::int64_t k = 0; k < length; ++k) {
        use(std::span<const std::int64_t>(at, width), std::int64_t{1});
        for (std::size_t o = 0; o < width; ++o) at[o] += stretches[number].steps[o];
      }
    }
  }
};

}  // namespace grundy::kernels
