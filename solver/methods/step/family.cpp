#include "methods/step/family.hpp"

#include <limits>

#include "methods/step/estimate.hpp"
#include "methods/step/lists.hpp"
#include "methods/step/solve.hpp"

namespace grundy::step {
using family::Scope;

Result<family::Recognised<Steps>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto steps = recognise_steps(scope.rules, why_not);
  if (!steps) return family::does_not_apply(why_not);
  if (scope.computed == Quantity::nimber &&
      forecast(*steps, scope.closure).others.options > std::numeric_limits<std::uint32_t>::max())
    return family::does_not_apply("nimbers may exceed 2^32 - 1");
  family::Recognised<Steps> found{std::move(*steps),
                                  "every move takes a number of one set from a heap", ""};
  found.period_proof = "as many values in a row as the longest step tell all that follow";
  return found;
}

family::Bytes Family::bytes(const Steps& steps, const Scope& scope) {
  return {memory_bytes(steps, scope.closure, scope.computed)};
}

double Family::seconds(const Steps& steps, const Scope& scope) {
  return estimated_seconds(steps, scope);
}

Result<family::Solved<memory::Cells>> Family::solve(const Steps& steps, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  return step::solve(steps, scope.closure, scope.computed, scope.convention, executor, watch);
}

}  // namespace grundy::step
