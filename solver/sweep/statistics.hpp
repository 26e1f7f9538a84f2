// sweep/statistics.hpp: what a solved box holds.
#pragma once
#include <cstdint>
#include <vector>

#include "core/digest.hpp"
#include "parallel/executor.hpp"
#include "plan/memory.hpp"
#include "plan/plan.hpp"
#include "sweep/solution.hpp"

namespace grundy::sweep {

// Over the requested box, of the requested quantity.
struct Statistics {
  std::uint64_t positions = 0;
  std::uint64_t p_positions = 0;
  std::uint32_t max_value = 0;
  std::vector<std::uint64_t> histogram;  // [v] = positions of nimber v < plan::histogram_values
  Digest digest;                         // see core/digest.hpp
};

// One pass over the box, in parallel.
Statistics statistics(const plan::Plan& plan, const Solution& solution,
                      parallel::Executor& executor);

}  // namespace grundy::sweep
