// run/statistics.hpp: counts and the digest of a solved box.
#pragma once
#include "base/counts.hpp"
#include "base/executor.hpp"
#include "plan/cost.hpp"
#include "plan/plan.hpp"
#include "run/sweep.hpp"

namespace grundy::sweep {

// Those of the requested quantity, over the requested box.
using Statistics = Counts;

// One pass over the box, in parallel. If the solution keeps one of each set of positions that
// exchange coordinates, only these are read. Of several ranks that keep parts of the values each
// counts its own; of several that have all values each may count a share. The sum of their counts
// is that of a single rank.
Statistics statistics(const plan::Plan& plan, const Solution& solution,
                      parallel::Executor& executor, Share share = {});

}  // namespace grundy::sweep
