#include "two_threads.hpp"

#include <algorithm>
#include <array>
#include <barrier>
#include <optional>
#include <thread>
#include <vector>

#include "base/machine.hpp"
#include "run/sweep.hpp"

namespace grundy::bench {
namespace {

using Solved = Result<sweep::Solution>;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double alone(const plan::Plan& plan, parallel::Executor& executor, std::optional<Solved>& solved) {
  const Stopwatch stopwatch;
  solved.emplace(sweep::solve(plan, executor));
  return stopwatch.seconds();
}

// Seconds that the slower of two takes, which begin together.
double two_at_once(const plan::Plan& plan, std::array<std::optional<Solved>, 2>& solved) {
  std::barrier<> begin(2);
  std::array<double, 2> seconds{};
  const auto solve = [&](std::size_t i) {
    const auto executor = parallel::make_executor("serial", 1);
    begin.arrive_and_wait();
    seconds[i] = alone(plan, **executor, solved[i]);
  };
  std::thread other(solve, 1);
  solve(0);
  other.join();
  return std::max(seconds[0], seconds[1]);
}

}  // namespace

void compare_two_threads(benchmark::State& state, const Work& work, const Asked& asked) {
  const auto plan = plan_for(asked);
  if (!plan) return skip(state, plan.error());
  const auto serial = parallel::make_executor("serial", 1);
  if (!serial) return skip(state, serial.error());
  const auto both = parallel::make_executor("tbb", 2);
  if (!both) return skip(state, both.error());

  std::vector<double> speedup, machine, efficiency;
  std::array<std::optional<Solved>, 2> copies;
  std::optional<Solved> solved;
  for (auto _ : state) {
    const double one = alone(*plan, **serial, solved);
    if (!*solved) return skip(state, solved->error());
    solved.reset();
    const double at_once = two_at_once(*plan, copies);
    for (const auto& copy : copies)
      if (!*copy) return skip(state, copy->error());
    copies = {};
    const double two = alone(*plan, **both, solved);
    if (!*solved) return skip(state, solved->error());
    speedup.push_back(one / two);
    machine.push_back(2 * one / at_once);
    efficiency.push_back(at_once / (2 * two));
  }
  report(state, work, answer_of(*plan, **solved, **both));
  state.counters["speedup"] = median(speedup);
  state.counters["machine"] = median(machine);
  state.counters["efficiency"] = median(efficiency);
}

}  // namespace grundy::bench
