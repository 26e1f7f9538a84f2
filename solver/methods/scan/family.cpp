#include "methods/scan/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/machine.hpp"
#include "methods/options/generic.hpp"
#include "methods/scan/endings.hpp"
#include "methods/scan/tiling.hpp"
#include "relation/reuse.hpp"

namespace grundy::scan {
namespace {

using family::Scope;

// Rows are cut this many times longer than those of other methods: each has its own runs.
constexpr std::uint64_t larger_tiles = 8;

// Seconds of one thread: for a position, and for each operation on a set. Nimbers also take the
// words of a set, up to half the largest value on average.
struct Costs {
  double position;
  double operation;
};
constexpr Costs costs_of(Quantity quantity) {
  if (quantity == Quantity::outcome) return {2e-9, 0.8e-9};
  if (quantity == Quantity::remoteness) return {3e-9, 1.5e-9};
  return {6e-9, 2e-9};
}
constexpr double seconds_per_word = 0.4e-9;
constexpr double seconds_to_begin = 2e-4;

std::uint64_t tile_positions(const tiles::Schedule& schedule) {
  const auto& extents = schedule.tile_extents();
  return larger_tiles * static_cast<std::uint64_t>(std::accumulate(
                            extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>()));
}

}  // namespace

Result<Task> task_of(const relation::Scheme& scheme, const Scan& scan, const Scope& scope) {
  const bool counts = std::ranges::any_of(
      scheme.sets, [](const relation::OptionSet& set) { return !set.removed.empty(); });
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
  const Scan scan = relation::order_of(scope.descent);
  if (scan.empty()) return family::does_not_apply("positions are in no order of nested loops");
  const auto scheme = relation::scheme_of(scope.rules, scope.closure, scan);
  if (!scheme) return scheme.error();
  auto task = task_of(*scheme, scan, scope);
  if (!task) return task.error();
  family::Recognised<Task> found{{"most options of a position are those of one before it: sets of "
                                  "options are kept along lines"},
                                 std::move(*task)};
  found.largest_value = found.task.largest_value;
  return found;
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  const std::uint64_t cells = generic::cell_bytes(scope.closure, task.cell_bytes);
  const std::uint64_t tiles = task.schedule.tiles() * (2 * sizeof(std::uint32_t) + 1);
  return {cells + bytes_of_states(task, scope.computed, scope.threads) + tiles, cells};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const Costs costs = costs_of(scope.computed);
  const auto operations = static_cast<double>(task.program.instructions.size());
  double position = costs.position + operations * costs.operation;
  if (scope.computed == Quantity::nimber) {
    const double words = static_cast<double>(task.largest_value) / 2 / 64;
    position += static_cast<double>(task.program.sets.size()) * words * seconds_per_word;
  }
  const auto at_once =
      static_cast<double>(task.schedule.tiles()) / static_cast<double>(task.schedule.waves());
  return seconds_to_begin + static_cast<double>(scope.closure_positions()) * position /
                                std::min(static_cast<double>(scope.threads), at_once);
}

family::SolvedCells Family::solve(const Task& task, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = scan::solve(task, scope, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::scan
