// run/statistics.hpp: what a solved box holds.
#pragma once
#include "base/counts.hpp"
#include "base/executor.hpp"
#include "plan/memory.hpp"
#include "plan/plan.hpp"
#include "run/solution.hpp"

namespace grundy::sweep {

// Over the requested box, of the requested quantity.
using Statistics = Counts;

// One pass over the box, in parallel. Where a solution keeps one of each set of positions that
// exchange coordinates, over what is kept; where other ranks keep the rest, over what is kept here.
// Of values that all of several ranks have, each may count a share. The sum of what ranks count is
// what one rank counts.
Statistics statistics(const plan::Plan& plan, const Solution& solution,
                      parallel::Executor& executor, Share share = {});

}  // namespace grundy::sweep
