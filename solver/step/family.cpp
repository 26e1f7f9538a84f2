#include "step/family.hpp"

#include <algorithm>

#include "step/solve.hpp"

namespace grundy::step {
namespace {

using family::Scope;

// Where there is a longest step a period mostly comes soon, and the rest is a copy.
constexpr double seconds_to_find_period = 1e-3;
constexpr double copies_per_second = 2.5e9;
// Of one thread, for a heap; endless progressions are solved heap after heap. Few steps are a
// matter of bits, 64 heaps at a time; many cost one by one, more for nimbers.
constexpr double seconds_per_heap = 3e-9;
constexpr double seconds_per_heap_one_by_one = 20e-9;
constexpr double few_steps = 64;
constexpr double seconds_per_outcome_step = 0.02e-9;
constexpr double seconds_per_nimber_step = 1.2e-9;
// Members of sets beyond are not counted: primes would take long.
constexpr std::int64_t largest_counted = std::int64_t{1} << 22;

double seconds_of_heap(const Steps& steps, const Scope& scope) {
  const std::int64_t largest = std::min(scope.closure.extent(0) - 1, largest_counted);
  double members = 0;
  for (const ScaledSet& set : steps.sets)
    members += static_cast<double>(set.set.members(1, largest / set.scale).size());
  const bool one_by_one = std::any_of(steps.progressions.begin(), steps.progressions.end(),
                                      [](const Progression& each) { return !each.last; });
  const double for_step =
      scope.computed == Quantity::outcome ? seconds_per_outcome_step : seconds_per_nimber_step;
  return (one_by_one ? seconds_per_heap_one_by_one : seconds_per_heap) +
         (members > few_steps ? members * for_step : 0);
}

}  // namespace

Result<family::Recognised<Steps>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto steps = recognise_steps(scope.rules, why_not);
  if (!steps) return family::does_not_apply(why_not);
  family::Recognised<Steps> found{std::move(*steps),
                                  "every move takes a number of one set from a heap", ""};
  found.period_proof = "as many values in a row as the longest step tell all that follow";
  return found;
}

family::Bytes Family::bytes(const Steps& steps, const Scope& scope) {
  return {memory_bytes(steps, scope.closure, scope.computed)};
}

double Family::seconds(const Steps& steps, const Scope& scope) {
  const auto heaps =
      static_cast<double>(scope.closure_positions()) / static_cast<double>(scope.threads);
  if (!steps.endless()) return seconds_to_find_period + heaps / copies_per_second;
  return heaps * seconds_of_heap(steps, scope);
}

Result<family::Solved<memory::Cells>> Family::solve(const Steps& steps, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  return step::solve(steps, scope.closure, scope.computed, scope.convention, executor, watch);
}

}  // namespace grundy::step
