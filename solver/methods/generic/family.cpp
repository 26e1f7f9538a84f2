#include "methods/generic/family.hpp"

#include <algorithm>
#include <bit>

#include "methods/generic/memo_storage.hpp"
#include "methods/generic/parts.hpp"
#include "methods/generic/solve.hpp"
#include "methods/generic/symmetry.hpp"
#include "methods/shared_ranks.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::generic {
namespace {

using family::Scope;

// To begin with; for a position, for a run of options, for an option looked at and for a step of a
// loop. A position is won, and its runs and loops left, with the first P-option.
constexpr double seconds_to_begin = 2e-4;
constexpr double seconds_per_position = 35e-9;
constexpr double seconds_per_outcome = 20e-9;
constexpr double seconds_per_run = 6e-9;
constexpr double seconds_per_option = 1e-9;
constexpr double seconds_per_step = 10e-9;
constexpr double share_for_outcomes = 0.35;
// For a copy, the more the more images a position has: they lie far apart.
constexpr double seconds_per_image = 1e-9;
constexpr double most_per_copy = 40e-9;

std::uint64_t mark_bytes(const Task& task, const Scope& scope) {
  if (scope.computed != Quantity::nimber) return 0;
  return (std::bit_ceil(task.largest_value + 1) + 1) * sizeof(std::uint32_t);
}

// Of so many ranks in this process, which share its threads.
std::uint64_t bytes_of_ranks(const Task& task, const Scope& scope, std::uint64_t ranks) {
  const std::uint64_t cells = cell_bytes(scope.closure, task);
  const std::uint64_t arriving = ranks == 1 ? 0 : 2 * cells / scope.schedule.waves();
  return ranks * (cells + Parts::bytes(scope) + arriving) +
         (ranks == 1 ? 0 : ranks * family::bytes_of_local_rank) +
         std::max<std::uint64_t>(scope.threads, ranks) *
             (task.program.column_bytes() + mark_bytes(task, scope) +
              MemoStorage::bytes(scope.computed, task)) +
         task.program.set_bytes();
}

// Threads that find work in most waves: where each has a single tile, the others wait.
double threads_at_work(const Scope& scope) {
  const auto threads = static_cast<double>(scope.threads);
  if (scope.schedule.order() != tiles::Order::tiles) return threads;
  return std::min(threads, static_cast<double>(scope.schedule.tiles()) /
                               static_cast<double>(scope.schedule.waves()));
}

}  // namespace

Result<family::Recognised<Task>> Family::recognise(const Scope& scope) {
  const bool sums = scope.rules.has_sums();
  if (sums && scope.computed != Quantity::nimber)
    return family::does_not_apply("options are sums, which are solved by nimbers");
  auto task = plan_cells(scope);
  if (!task) return task.error();
  family::Recognised<Task> found{
      std::move(*task),
      sums ? "sums are solved by the nimbers of their parts" : "applies to any rules", ""};
  found.symmetry_used = use_symmetry(scope, found.symmetry);
  found.task.sorted_only = found.symmetry_used;
  found.largest_value = found.task.largest_value;
  if (found.symmetry_used) found.solved_positions = sorted_positions(scope);
  if (scope.ranks.count > 1)
    found.ranks = family::shared_ranks(
        {Parts(scope, Mirror(scope.rules, scope.closure, found.task.sorted_only)).count(),
         scope.schedule.waves(), traffic(found.task, scope, scope.ranks.count),
         bytes_of_ranks(found.task, scope, 1)},
        scope);
  return found;
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  return {bytes_of_ranks(task, scope, family::ranks_here(scope)), cell_bytes(scope.closure, task)};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const MeanOptions options = mean_options(task, scope);
  const double looking = options.runs * seconds_per_run + options.looked_at * seconds_per_option +
                         options.steps * seconds_per_step;
  const double position = scope.computed == Quantity::outcome
                              ? seconds_per_outcome + share_for_outcomes * looking
                              : seconds_per_position + looking;
  const auto all = static_cast<double>(scope.closure_positions());
  const double solved = task.sorted_only ? static_cast<double>(sorted_positions(scope)) : all;
  const double copies = (all - solved) * std::min(all / solved * seconds_per_image, most_per_copy);
  return seconds_to_begin + (solved * position + copies) / threads_at_work(scope);
}

Result<family::Solved<memory::Cells>> Family::solve(const Task& task, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  auto cells = tiles::on_ranks(
      scope.ranks.count, family::rank_of(scope, watch), executor, watch,
      [&](cluster::Transport* transport, parallel::Executor& own, const tiles::Watch& part) {
        return generic::solve(task, scope, own, part, transport);
      });
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::generic
