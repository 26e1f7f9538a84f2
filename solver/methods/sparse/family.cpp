#include "methods/sparse/family.hpp"

#include "methods/sparse/estimate.hpp"
#include "methods/sparse/solve.hpp"

namespace grundy::sparse {

using family::Scope;

Result<family::Recognised<HeapGame>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto game = recognise_heap_game(scope.rules, why_not);
  if (!game) return family::does_not_apply(why_not);
  const std::string form =
      game->unlike() ? "splits of one heap into unequal parts" : "an octal code";
  family::Recognised<HeapGame> found{
      std::move(*game), form + ": few heaps have rare nimbers, and they tell the others", ""};
  found.period_proof = "Guy and Smith (1956), by equal values up to twice as far";
  found.limit = "nimbers above 65,535, or more than 2^32 heaps";
  return found;
}

family::Bytes Family::bytes(const HeapGame& game, const Scope& scope) {
  return {memory_bytes(game, scope.closure)};
}

double Family::seconds(const HeapGame& game, const Scope& scope) {
  return estimated_seconds(game, scope.closure, scope.threads);
}

Result<family::Solved<memory::Cells>> Family::solve(const HeapGame& game, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  auto solved = sparse::solve(game, scope.closure, executor, watch);
  if (!solved) return solved.error();
  return family::Solved<memory::Cells>{std::move(solved->cells), solved->period};
}

}  // namespace grundy::sparse
