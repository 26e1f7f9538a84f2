#include "split/family.hpp"

#include <fmt/format.h>

#include "kernels/split/split.hpp"
#include "split/solve.hpp"

namespace grundy::split {

using family::Scope;

constexpr double positions_per_second = 4e7;  // of one thread

Result<family::Recognised<Splits>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto splits = recognise_splits(scope.rules, why_not);
  if (!splits) return family::does_not_apply(why_not);
  family::Recognised<Splits> found{
      std::move(*splits), "every option is a sum of two parts along one axis, or a fixed step", ""};
  found.limit = fmt::format("nimbers above {}", kernels::largest_split_nimber);
  return found;
}

family::Bytes Family::bytes(const Splits& splits, const Scope& scope) {
  return {memory_bytes(splits, scope.closure)};
}

double Family::seconds(const Splits&, const Scope& scope) {
  return static_cast<double>(scope.closure_positions()) / positions_per_second /
         static_cast<double>(scope.threads);
}

Result<family::Solved<memory::Cells>> Family::solve(const Splits& splits, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  auto cells = split::solve(splits, scope.closure, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::split
