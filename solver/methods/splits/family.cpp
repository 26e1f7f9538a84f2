#include "methods/splits/family.hpp"

#include <fmt/format.h>

#include "kernels/split/split.hpp"
#include "methods/shared_ranks.hpp"
#include "methods/splits/solve.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::split {

using family::Scope;

constexpr double positions_per_second = 4e7;  // of one thread

namespace {

family::SharedWork shared_work(const Splits& splits, const Scope& scope) {
  const tiles::TileGrid grid = tiles_of(scope.closure);
  return {grid.tiles(), grid.waves(), traffic(splits, scope.closure, scope.ranks.count),
          memory_bytes(splits, scope.closure)};
}

}  // namespace

Result<family::Recognised<Splits>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto splits = recognise_splits(scope.rules, why_not);
  if (!splits) return family::does_not_apply(why_not);
  family::Recognised<Splits> found{
      std::move(*splits), "every option is a sum of two parts along one axis, or a fixed step", ""};
  found.limit = fmt::format("nimbers above {}", kernels::largest_split_nimber);
  if (scope.ranks.count > 1)
    found.ranks = family::shared_ranks(shared_work(found.task, scope), scope);
  return found;
}

family::Bytes Family::bytes(const Splits& splits, const Scope& scope) {
  const std::uint64_t ranks = family::ranks_here(scope);
  return {ranks * memory_bytes(splits, scope.closure) +
          (ranks == 1 ? 0 : ranks * family::bytes_of_local_rank)};
}

double Family::seconds(const Splits&, const Scope& scope) {
  return static_cast<double>(scope.closure_positions()) / positions_per_second /
         static_cast<double>(scope.threads);
}

Result<family::Solved<memory::Cells>> Family::solve(const Splits& splits, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  auto cells = tiles::on_ranks(
      scope.ranks.count, family::rank_of(scope, watch), executor, watch,
      [&](cluster::Transport* transport, parallel::Executor& own, const tiles::Watch& part) {
        return split::solve(splits, scope.closure, own, part, transport);
      });
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::split
