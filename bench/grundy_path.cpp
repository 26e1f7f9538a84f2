#include "grundy_path.hpp"

#include <optional>

#include "rules/catalogue.hpp"
#include "rules/parser.hpp"
#include "sweep/statistics.hpp"
#include "sweep/sweep.hpp"

namespace grundy::bench {
namespace {

Answer answer_of(const plan::Plan& plan, const sweep::Solution& solution,
                 parallel::Executor& executor) {
  const sweep::Statistics statistics = sweep::statistics(plan, solution, executor);
  return {statistics.p_positions, statistics.digest.hex()};
}

}  // namespace

namespace {

Result<rules::Rules> rules_of(std::string_view game) {
  if (game.find('\n') == game.npos) return rules::load(game);
  auto parsed = rules::parse(game, "bench");
  if (!parsed) return parsed.error();
  return std::move(parsed->front());
}

}  // namespace

Result<std::unique_ptr<parallel::Executor>> make_executor() {
  return parallel::make_executor("tbb", 0);
}

Result<plan::Plan> plan_for(const Asked& asked) {
  auto rules = rules_of(asked.game);
  if (!rules) return rules.error();
  plan::Request request;
  request.rules = std::move(*rules);
  request.high = asked.high;
  request.quantity = asked.quantity;
  request.threads = parallel::available_cores();
  return plan::make_plan(std::move(request));
}

void solve_by_grundy(benchmark::State& state, const Work& work, const Asked& asked) {
  auto executor = make_executor();
  if (!executor) return skip(state, executor.error());
  const auto plan = plan_for(asked);
  if (!plan) return skip(state, plan.error());
  std::optional<sweep::Solution> solution;
  for (auto _ : state) {
    solution.reset();
    auto solved = sweep::solve(*plan, **executor);
    if (!solved) return skip(state, solved.error());
    solution = std::move(*solved);
  }
  report(state, work, answer_of(*plan, *solution, **executor));
  state.counters["threads"] = static_cast<double>((*executor)->threads());
}

}  // namespace grundy::bench
