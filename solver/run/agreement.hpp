// run/agreement.hpp: ranks make sure, before they solve, that all of them were asked for the
// same.
#pragma once
#include "base/error.hpp"
#include "plan/plan.hpp"
#include "ranks/meeting.hpp"
#include "run/solve.hpp"

namespace grundy::solve {

// On each rank. Errc::usage, on all of them, with the first difference from what rank 0 was asked.
// Threads may differ, and so may SIMD targets.
Status agree(const plan::Plan& plan, const Options& options, cluster::Meeting& meeting);

}  // namespace grundy::solve
