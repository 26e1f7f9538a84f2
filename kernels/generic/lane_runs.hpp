// kernels/generic/lane_runs.hpp: the runs of one rule at all positions of a batch, and the outcomes
// of their options.
//
// In a row of positions the options with one number mostly lie side by side, as the positions do:
// then up to 64 of them are looked at with a few instructions. Where they lie apart it is one load
// for each, as it would be position by position. SIMD, see kernels/isa.hpp; any thread may call
// this on data of its own.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/generic/program.hpp"

namespace grundy::kernels {

// Bit l stands for lane l.
using LaneSet = std::uint64_t;
static_assert(lanes == 64);

// A cell that holds no outcome yet.
inline constexpr std::uint8_t unsolved = 2;

// Option i of the position in lane l, for 0 <= i < count[l], has rank start[l] + step[l] * i.
struct LaneRuns {
  LaneSet with_options = 0;  // the others count 0
  LaneSet joined = 0;        // whose options lie one rank behind those of the lane before
  const std::int64_t* start = nullptr;
  const std::int64_t* step = nullptr;
  std::array<std::int64_t, lanes> count;
};

// The lanes whose value is by `by` greater than that of the lane before.
LaneSet lanes_that_rise(std::span<const std::int64_t, lanes> column, std::int64_t by) noexcept;

// Sets `runs` to those of a rule at the positions `asked`. Requires a rule without loops whose run
// goes by no set, its code evaluated in the columns, and at most one summand.
void find_runs(const RuleProgram& rule, std::span<const std::int64_t> columns, LaneSet asked,
               LaneRuns& runs) noexcept;

// The lanes, of those given, whose value is not 0.
LaneSet lanes_not_zero(std::span<const std::int64_t, lanes> column, LaneSet of) noexcept;

struct Met {
  LaneSet p;         // an option is P
  LaneSet unsolved;  // no option was found P, but not all are solved
};

// Looks at the options of each lane `asked`, until one is P. No cell is read that is not an option
// of some position in `runs`.
Met look_at_options(const LaneRuns& runs, LaneSet asked,
                    std::span<const std::uint8_t> cells) noexcept;

// Cells of lanes: `unsolved` for those that wait, 1 = N for those that won, 0 = P for the others.
// Requires sets without common lanes.
void outcome_bytes(LaneSet won, LaneSet waiting, std::span<std::uint8_t, lanes> bytes) noexcept;

}  // namespace grundy::kernels
