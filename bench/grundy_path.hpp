// bench/grundy_path.hpp: a work done by Grundy, as `grundy solve` does it.
//
// Timed is the computing alone, what `grundy solve` calls seconds.solve: the sweep on all cores,
// with the memory for the values. The plan before it is not, unless it proves how values go on and
// so leaves nothing to compute; nor is the counting after it.
#pragma once
#include <memory>
#include <vector>

#include "base/executor.hpp"
#include "base/value.hpp"
#include "plan/plan.hpp"
#include "run/sweep.hpp"
#include "work.hpp"

namespace grundy::bench {

struct Asked {
  std::string_view game;  // of the catalogue, or rules: a text of several lines
  Quantity quantity;
  std::vector<std::int64_t> high;  // the box, by coordinate
  std::string_view rules = {};     // where they hold several games, of which `game` is one
};

// All cores, by TBB, as `grundy solve` does it by default.
Result<std::unique_ptr<parallel::Executor>> make_executor();
Result<plan::Plan> plan_for(const Asked& asked);

// What the table holds, to be compared with the recorded answer.
Answer answer_of(const plan::Plan& plan, const sweep::Solution& solution,
                 parallel::Executor& executor);

void solve_by_grundy(benchmark::State& state, const Work& work, const Asked& asked);

}  // namespace grundy::bench
