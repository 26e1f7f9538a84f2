// plan/time.hpp: how long solving a plan takes, guessed before it begins.
#pragma once
#include "plan/plan.hpp"

namespace grundy::plan {

// Seconds on the reference machine of docs/performance.md: good enough to tell a minute from an
// hour. May take half a second itself, where options are counted.
double estimated_seconds(const Plan& plan);

}  // namespace grundy::plan
