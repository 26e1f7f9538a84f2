#include "methods/scan/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "methods/options/generic.hpp"
#include "methods/scan/endings.hpp"
#include "methods/scan/states.hpp"
#include "methods/scan/tiling.hpp"
#include "relation/reuse.hpp"

namespace grundy::scan {
namespace {

using family::Scope;

// To begin; for a position, and for an action that is carried out for a row as a whole or position
// by position; for an instruction of a row; for a word of a state of nimbers that is united, or
// looked at for the least value. Measured on one thread, at boxes that fit the second-level cache.
struct Costs {
  double position;
  double whole;
  double in_turn;
};
constexpr double seconds_to_begin = 1e-4;
constexpr double seconds_per_instruction = 70e-9;  // and each position of its period
constexpr double seconds_per_united_word = 0.5e-9;
constexpr double seconds_per_read_word = 0.05e-9;
constexpr Costs outcomes{1.5e-9, 0.5e-9, 2e-9};
constexpr Costs remoteness{3e-9, 1e-9, 3.5e-9};
constexpr Costs nimbers{5e-9, 4e-9, 5e-9};

const Costs& costs_of(Quantity computed) {
  if (computed == Quantity::outcome) return outcomes;
  return computed == Quantity::nimber ? nimbers : remoteness;
}

// Of all instructions, at a position where all their conditions hold.
double seconds_of_position(const Task& task, Quantity computed) {
  using kernels::scan::Operation;
  const Costs& costs = costs_of(computed);
  const bool of_nimbers = computed == Quantity::nimber;
  const double words = of_nimbers ? static_cast<double>(words_of_state(task.largest_value)) : 0;
  double sum = costs.position;
  for (const Instruction& instruction : task.program.instructions) {
    const bool reads = instruction.operation >= Operation::read;
    const bool in_turn = (reads && of_nimbers) || task.program.sets[instruction.set].along_rows ||
                         !instruction.in_earlier_row;
    sum += in_turn && !(reads && !of_nimbers) ? costs.in_turn : costs.whole;
    if (instruction.operation == Operation::unite) sum += words * seconds_per_united_word;
    if (reads) sum += words * seconds_per_read_word;
  }
  return sum;
}

// Threads that find work in most waves.
double threads_at_work(const Task& task, const Scope& scope) {
  return std::min(
      static_cast<double>(scope.threads),
      static_cast<double>(task.schedule.tiles()) / static_cast<double>(task.schedule.waves()));
}

std::string reason_of(const relation::Scheme& scheme) {
  std::vector<std::string> directions;
  std::size_t additions = 0;
  for (const relation::OptionSet& set : scheme.sets) {
    additions += set.added.size() + set.removed.size();
    for (const relation::Vector& direction : set.directions)
      directions.push_back(fmt::format("({})", fmt::join(direction, ", ")));
  }
  std::ranges::sort(directions);
  directions.erase(std::ranges::unique(directions).begin(), directions.end());
  if (directions.empty()) return fmt::format("a position has at most {} options", additions);
  return fmt::format("sets of options are kept along {}; at most {} come or go at a position",
                     fmt::join(directions, ", "), additions);
}

}  // namespace

Result<Task> task_of(const relation::Scheme& scheme, const Scan& scan, const Scope& scope) {
  tiles::Schedule schedule = tiling(scheme, scope.closure, scan, tile_positions(scope.schedule));
  auto program =
      compile(scheme, scope.closure, scan, has_whole_rows(schedule, scope.closure, scan));
  if (!program) return program.error();
  const bool counts = std::ranges::any_of(program->sets, [](const Kept& kept) {
    return kept.keeping == kernels::scan::Keeping::counted;
  });
  if (counts && scope.computed == Quantity::remoteness)
    return family::does_not_apply(
        "options leave sets in no order, and the nearest of the others is not kept");
  auto endings = compile_endings(scope.rules, scope.closure);
  if (!endings) return endings.error();
  const auto bound = generic::cell_bound(scope);
  if (!bound) return bound.error();
  return Task{std::move(*program), std::move(schedule), std::move(*endings), bound->largest_value,
              bound->cell_bytes};
}

Result<family::Recognised<Task>> Family::recognise(const Scope& scope) {
  if (scope.rules.has_sums()) return family::does_not_apply("options are sums");
  if (scope.ranks.count > 1) return family::does_not_apply("its sets are kept by one rank");
  const Scan scan = relation::order_of(scope.descent);
  if (scan.empty()) return family::does_not_apply("positions are in no order of nested loops");
  const auto scheme = relation::scheme_of(scope.rules, scope.closure, scan);
  if (!scheme) return scheme.error();
  auto task = task_of(*scheme, scan, scope);
  if (!task) return task.error();
  family::Recognised<Task> found{{reason_of(*scheme)}, std::move(*task)};
  found.largest_value = found.task.largest_value;
  if (bytes(found.task, scope).solving + scope.program_bytes > scope.memory_limit)
    return family::does_not_apply("its sets take more memory than may be used");
  return found;
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  const std::uint64_t cells = generic::cell_bytes(scope.closure, task.cell_bytes);
  const std::uint64_t tiles = task.schedule.tiles() * (2 * sizeof(std::uint32_t) + 1);
  return {cells + bytes_of_states(task, scope.computed, scope.threads) + tiles, cells};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const std::size_t inner = task.program.scan.back().axis;
  std::int64_t runs = 0;  // of a row, at most
  for (const Instruction& instruction : task.program.instructions) runs += instruction.period;
  const double of_row = static_cast<double>(runs) * seconds_per_instruction /
                        static_cast<double>(task.schedule.tile_extents()[inner]);
  return seconds_to_begin + static_cast<double>(scope.closure_positions()) *
                                (seconds_of_position(task, scope.computed) + of_row) /
                                threads_at_work(task, scope);
}

family::SolvedCells Family::solve(const Task& task, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = scan::solve(task, scope, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::scan
