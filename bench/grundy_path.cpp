#include "grundy_path.hpp"

#include <optional>

#include "run/asked.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"

namespace grundy::bench {

Result<std::unique_ptr<parallel::Executor>> make_executor() {
  return parallel::make_executor("tbb", 0);
}

Result<plan::Plan> plan_for(const Asked& asked) {
  solve::Asked like_the_program;
  const bool is_text = asked.game.find('\n') != asked.game.npos;
  (is_text ? like_the_program.rules : like_the_program.game) = asked.game;
  if (!asked.rules.empty()) like_the_program.rules = asked.rules;
  like_the_program.high = asked.high;
  like_the_program.quantity = asked.quantity;
  return solve::make_plan(like_the_program);
}

Answer answer_of(const plan::Plan& plan, const sweep::Solution& solution,
                 parallel::Executor& executor) {
  const sweep::Statistics statistics = sweep::statistics(plan, solution, executor);
  return {statistics.p_positions, statistics.digest.hex()};
}

void solve_by_grundy(benchmark::State& state, const Work& work, const Asked& asked) {
  auto executor = make_executor();
  if (!executor) return skip(state, executor.error());
  auto plan = plan_for(asked);
  if (!plan) return skip(state, plan.error());
  const bool plan_has_values = plan->method.growth.has_value();
  std::optional<sweep::Solution> solution;
  for (auto _ : state) {
    solution.reset();
    if (plan_has_values) plan = plan_for(asked);
    auto solved = sweep::solve(*plan, **executor);
    if (!solved) return skip(state, solved.error());
    solution = std::move(*solved);
  }
  report(state, work, answer_of(*plan, *solution, **executor));
  state.counters["solver_threads"] = static_cast<double>((*executor)->threads());
}

}  // namespace grundy::bench
