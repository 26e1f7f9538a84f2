// run/solution.hpp: the values of a solved box, however their family keeps them.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "base/box.hpp"
#include "base/value.hpp"
#include "methods/period.hpp"
#include "plan/plan.hpp"

namespace grundy::sweep {

// Of the box at least; some families keep those of the closure.
// Immutable once solved; any number of threads may read.
struct Solution {
  plan::Values values;
  Kernel kernel;                         // that solved it
  std::optional<family::Period> period;  // of a heap game whose family proved one
};

// The positions whose values are kept.
Box kept_box(const Solution& solution);

// The cells (kernels/generic/generic.hpp) at `start` and the positions that follow it along the
// last axis, within the box.
void read_cells(const Solution& solution, const Position& start, std::span<std::uint32_t> cells);

// The same of `quantity`: that of the plan, or the outcome.
void read_values(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                 const Position& start, std::span<std::uint32_t> values);

// For each line along plan.section_axis the index in plan.box (coordinate less plan.box.low) of
// its P-position, or `none` if it has none in the box: of the line through `start` and of those
// that follow it along the last axis other than section_axis. The coordinate of `start` along
// section_axis does not count. Requires section_axis, and two dimensions or more.
void read_section(const plan::Plan& plan, const Solution& solution, const Position& start,
                  std::uint32_t none, std::span<std::uint32_t> indices);

// Whether the solution keeps the P-position of each line along an axis. Then `position` moves to
// that of its line, if the line has one.
bool keeps_lines(const Solution& solution);
bool move_to_p_position(const Solution& solution, Position& position);

// Where ranks keep parts of the values and ask one another for the rest: nobody looks any more.
void leave_other_ranks(Solution& solution);

// The value at one position.
std::uint32_t value_at(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                       const Position& position);

// The value of `quantity` that a cell of plan.computed means.
inline std::uint32_t value_of(const plan::Plan& plan, Quantity quantity,
                              std::uint32_t cell) noexcept {
  if (plan.computed == Quantity::remoteness)
    return quantity == Quantity::remoteness ? cell / 2 : cell % 2;
  if (plan.computed == Quantity::nimber && quantity == Quantity::outcome) return cell != 0;
  return cell;
}

}  // namespace grundy::sweep
