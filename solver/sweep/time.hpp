// sweep/time.hpp: how long solving a plan takes, guessed before it begins.
#pragma once
#include "plan/plan.hpp"

namespace grundy::sweep {

// Seconds on the reference machine of docs/performance.md: good enough to tell a minute from an
// hour. May take some milliseconds itself: sweep/sparse_space_estimate.hpp.
double estimated_seconds(const plan::Plan& plan);

}  // namespace grundy::sweep
