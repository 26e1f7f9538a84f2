#include "methods/pieces/family.hpp"

#include <fmt/format.h>

#include "methods/pieces/estimate.hpp"
#include "methods/pieces/solve.hpp"

namespace grundy::pieces {

using family::Scope;

Result<family::Recognised<PiecesGame>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto game = recognise_pieces(scope.rules, scope.closure_positions(), why_not);
  if (!game) return family::does_not_apply(why_not);
  const std::uint64_t nimbers = game->nimbers;
  family::Recognised<PiecesGame> found{
      *std::move(game), "a heap is left in parts: sets of nimbers grow from heap to heap", ""};
  found.limit = fmt::format("nimbers above {}", nimbers - 1);
  return found;
}

family::Bytes Family::bytes(const PiecesGame& game, const Scope& scope) {
  return {memory_bytes(game, scope.threads)};
}

double Family::seconds(const PiecesGame& game, const Scope& scope) {
  return estimated_seconds(game, scope.threads);
}

Result<family::Solved<memory::Cells>> Family::solve(const PiecesGame& game, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  auto cells = pieces::solve(game, scope.closure, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::pieces
