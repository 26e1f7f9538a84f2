// run/sweep.hpp: start reading here to see a plan carried out.
//
// The schedule says which positions may be solved at once; the executor only knows how
// to run independent tasks; the kernel only knows one batch. The values do not depend on
// the executor, the number of threads or the size of tiles.
#pragma once
#include <atomic>
#include <cstdint>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/solution.hpp"
#include "tiles/watch.hpp"

namespace grundy::sweep {

struct Hooks {
  // When it becomes true the sweep ends soon with Errc::interrupted. May be null.
  const std::atomic<bool>* stop = nullptr;
  // Positions solved so far, of plan.solved_positions(); for progress. May be null.
  std::atomic<std::uint64_t>* solved = nullptr;
  // Who takes values as they become final, from kernels that can tell of them before the end. May
  // be null.
  tiles::Receiver* receiver = nullptr;
  // Where to go on from, and where the state is saved when that is due and when the sweep is
  // stopped. May be null. A search saves nothing.
  tiles::Keeper* keeper = nullptr;

  // The rank as which to solve. Null: that of the plan, or all of its ranks in this process.
  cluster::Transport* as_rank = nullptr;

  tiles::Watch watch() const noexcept { return {stop, solved, keeper, receiver, as_rank}; }
};

// The values of plan.closure. Throws nothing; errors are Errc::memory, Errc::interrupted, those
// of the receiver and of the keeper, and Errc::corrupt for a saved state that does not fit the
// plan.
Result<Solution> solve(const plan::Plan& plan, parallel::Executor& executor,
                       const Hooks& hooks = {});

}  // namespace grundy::sweep
