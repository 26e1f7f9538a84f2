// run/sweep.hpp: start reading here to see a plan carried out.
//
// The schedule determines which positions may be solved at once, the executor runs independent
// tasks, and the kernel knows only one batch. The values do not depend on the executor, the number
// of threads or the size of tiles.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/period.hpp"
#include "plan/plan.hpp"
#include "tiles/watch.hpp"

namespace grundy::sweep {

// The values of the box at least, of the closure for some families, kept as their family does.
// Immutable once solved; any number of threads may read.
struct Solution {
  plan::Values values;
  Kernel kernel;                         // that solved it
  std::optional<family::Period> period;  // of a heap game whose family proved one
};

// Solves plan.closure. Each pointer of `watch` may be null; without a rank, plan.ranks applies:
// that rank, or all ranks in this process. A search saves no state.
//
// Errc::memory if the plan, or the fallback that it comes to, exceeds its memory limit;
// Errc::interrupted; Errc::unsupported if the kernel meets values that it cannot hold and nothing
// takes over; Errc::corrupt for a saved state that does not fit the plan; the errors of the
// receiver and of the keeper, and those that the family's solve() documents. Throws std::bad_alloc
// where the system refuses memory.
Result<Solution> solve(const plan::Plan& plan, parallel::Executor& executor,
                       const tiles::Watch& watch = {});

// The positions whose values are kept.
Box kept_box(const Solution& solution);

// The cells (kernels/generic/generic.hpp) at `start` and the positions that follow it along the
// last axis, within the box.
void read_cells(const Solution& solution, const Position& start, std::span<std::uint32_t> cells);

// The same for values of `quantity`: that of the plan, or the outcome. Tuples that are no positions
// have no_position(4).
void read_values(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                 const Position& start, std::span<std::uint32_t> values);

// The value of one position. Of a tuple that is none it means nothing.
std::uint32_t value_at(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                       const Position& position);

// The value of `quantity` that a cell of plan.computed holds.
inline std::uint32_t value_of(const plan::Plan& plan, Quantity quantity,
                              std::uint32_t cell) noexcept {
  if (plan.computed == Quantity::remoteness)
    return quantity == Quantity::remoteness ? cell / 2 : cell % 2;
  if (plan.computed == Quantity::nimber && quantity == Quantity::outcome) return cell != 0;
  return cell;
}

// For each line along plan.section_axis the index in plan.box (coordinate less plan.box.low) of its
// P-position, or `none` if it has none in the box. The lines are that through `start` and those
// that follow it along the last axis other than section_axis. The coordinate of `start` along
// section_axis is ignored. Requires section_axis, and two dimensions or more.
void read_section(const plan::Plan& plan, const Solution& solution, const Position& start,
                  std::uint32_t none, std::span<std::uint32_t> indices);

// Whether the solution keeps the P-position of each line along an axis. If so, move_to_p_position
// moves `position` to that of its line; it returns false if the line has none.
bool keeps_lines(const Solution& solution);
bool move_to_p_position(const Solution& solution, Position& position);

// Where each rank keeps a part of the values and reads the rest from others: ends that. Only values
// kept here can be read afterwards.
void leave_other_ranks(Solution& solution);

}  // namespace grundy::sweep
