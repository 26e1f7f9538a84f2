// sweep/sweep.hpp: start reading here to see a plan carried out.
//
// The schedule says which positions may be solved at once; the executor only knows how
// to run independent tasks; the kernel only knows one batch. The values do not depend on
// the executor, the number of threads or the size of tiles.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>

#include "core/error.hpp"
#include "parallel/executor.hpp"
#include "plan/plan.hpp"
#include "sweep/cells.hpp"

namespace grundy::sweep {

struct Hooks {
  // When it becomes true the sweep ends soon with Errc::interrupted. May be null.
  const std::atomic<bool>* stop = nullptr;
  // Positions solved so far, of plan.solved_positions(); for progress. May be null.
  std::atomic<std::uint64_t>* solved = nullptr;
  // Called on the calling thread when a wave is solved: cells of boxes whose
  // schedule.last_wave() is at most `wave` are final. An error ends the sweep.
  std::function<Status(std::uint64_t wave, const Cells& cells)> after_wave;
};

// The cells of plan.closure, as kernels/generic.hpp defines them for plan.computed.
// Throws nothing; errors are Errc::memory, Errc::interrupted and those of after_wave.
Result<Cells> solve(const plan::Plan& plan, parallel::Executor& executor, const Hooks& hooks = {});

// The value of quantity plan.quantity, or for remoteness also the outcome, that a cell means.
std::uint32_t value_of(const plan::Plan& plan, Quantity quantity, std::uint32_t cell) noexcept;

}  // namespace grundy::sweep
