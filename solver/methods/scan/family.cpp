#include "methods/scan/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/machine.hpp"
#include "methods/options/generic.hpp"
#include "methods/scan/endings.hpp"
#include "methods/scan/tiling.hpp"

namespace grundy::scan {
namespace {

using family::Scope;

// Rows are cut this many times longer than those of other methods: each has its own runs.
constexpr std::uint64_t larger_tiles = 8;

std::uint64_t tile_positions(const tiles::Schedule& schedule) {
  const auto& extents = schedule.tile_extents();
  return larger_tiles * static_cast<std::uint64_t>(std::accumulate(
                            extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>()));
}

}  // namespace

Result<Task> task_of(const relation::Scheme& scheme, const Scope& scope) {
  const Scan& scan = scope.descent.scan;
  const bool counts = std::ranges::any_of(
      scheme.sets, [](const relation::Set& set) { return !set.removed.empty(); });
  if (counts && scope.computed == Quantity::remoteness)
    return family::does_not_apply("options leave sets, and the nearest of the others is not kept");
  tiles::Schedule schedule = tiling(scheme, scope.closure, scan, tile_positions(scope.schedule));
  auto program =
      compile(scheme, scope.closure, scan, has_whole_rows(schedule, scope.closure, scan));
  if (!program) return program.error();
  auto endings = compile_endings(scope.rules, scope.closure);
  if (!endings) return endings.error();
  const auto bound = generic::cell_bound(scope);
  if (!bound) return bound.error();
  return Task{std::move(*program), std::move(schedule), std::move(*endings), bound->largest_value,
              bound->cell_bytes};
}

Result<family::Recognised<Task>> Family::recognise(const Scope& scope) {
  if (scope.rules.has_sums()) return family::does_not_apply("options are sums");
  if (scope.descent.scan.empty())
    return family::does_not_apply("positions are in no order of nested loops");
  // relation::scheme_of goes here.
  return family::does_not_apply("no scheme is known");
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  const std::uint64_t cells = generic::cell_bytes(scope.closure, task.cell_bytes);
  const std::uint64_t tiles = task.schedule.tiles() * (2 * sizeof(std::uint32_t) + 1);
  return {cells + bytes_of_states(task, scope.computed, scope.threads) + tiles, cells};
}

double Family::seconds(const Task&, const Scope&) {
  return 0;
}

family::SolvedCells Family::solve(const Task& task, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = scan::solve(task, scope, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::scan
