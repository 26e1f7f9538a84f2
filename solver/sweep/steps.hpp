// sweep/steps.hpp: all heaps of a step set, from the smallest on.
//
// Single steps go by blocks of heaps. Steps of at least two blocks reach only into blocks that
// are solved when the block before is begun, so they are marked on all cores while that block is
// finished; what is shorter is left to the one that finishes. Values stand in bytes and masks
// grow, 8 to 64 bits by SIMD and beyond one option at a time, when a heap needs it; they shrink
// behind a block that did not. Where the steps have a longest one a period is looked for from time
// to time, and the rest is a copy.
// Endless progressions are solved heap after heap, O(1) each (kernels/endless_steps.hpp).
#pragma once
#include <cstdint>
#include <optional>

#include "core/box.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "parallel/executor.hpp"
#include "plan/steps.hpp"
#include "sweep/cells.hpp"
#include "sweep/period.hpp"
#include "sweep/sweep.hpp"

namespace grundy::sweep {

struct StepSolution {
  Cells cells;                   // nimbers, or outcomes (0 = P, 1 = N), in cells of 1, 2 or 4 bytes
  std::optional<Period> period;  // of heaps counted from the low end, where it was found and used
};

// Solves the closure, whose one coordinate ends at its high end. `quantity` is nimber (normal play)
// or outcome. Calls no after_wave. Errors: Errc::memory, Errc::interrupted.
Result<StepSolution> solve_steps(const plan::Steps& steps, const Box& closure, Quantity quantity,
                                 Convention convention, parallel::Executor& executor,
                                 const Hooks& hooks = {});

// Bytes of a cell, and most bytes that solving takes: cells, steps, masks and sets of values.
unsigned step_cell_bytes(const plan::Steps& steps, const Box& closure, Quantity quantity);
std::uint64_t step_memory_bytes(const plan::Steps& steps, const Box& closure, Quantity quantity);

}  // namespace grundy::sweep
