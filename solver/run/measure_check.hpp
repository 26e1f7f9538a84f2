// run/measure_check.hpp: whether the number of `falls` falls with every move of a box.
#pragma once
#include <atomic>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"

namespace grundy::solve {

// Looks at all moves from positions of plan.closure, unless the rules have no `falls` or it is
// proved of all positions. Errc::rules with the move that breaks it, Errc::interrupted. O(options
// of the closure) time.
Status check_measure(const plan::Plan& plan, parallel::Executor& executor,
                     const std::atomic<bool>* stop);

}  // namespace grundy::solve
