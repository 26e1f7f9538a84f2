#include "methods/rays/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/plane.hpp"
#include "methods/family.hpp"
#include "methods/rays/cells.hpp"
#include "methods/rays/outcomes.hpp"
#include "methods/rays/passes.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/relay.hpp"
#include "methods/rays/stages.hpp"
#include "methods/rays/value_lines.hpp"

namespace grundy::ray {
namespace {

using family::Bytes;
using family::Recognised;
using family::Scope;
using Task = Family::Task;

// Seconds of one thread: for a stored row of outcomes, for each direction and each position of it;
// for a cell and each line through it. Measured on three_pile, Wythoff's game and works of
// bench/ray_lines.cpp.
constexpr double seconds_to_begin_rows = 8e-5;
constexpr double seconds_per_row_and_line = 2.7e-9;
constexpr double seconds_per_row_and_position = 0.25e-12;
// For two coordinates, where rows wait for one another and no row is searched far.
constexpr double seconds_per_row_of_plane = 28e-9;
constexpr double seconds_per_nimber = 4e-9;
constexpr double seconds_per_nimber_and_line = 4e-9;
constexpr double seconds_per_remoteness = 1e-9;
constexpr double seconds_per_remoteness_and_line = 2e-9;
constexpr double seconds_to_begin = 3e-4;  // memory, lines and threads
constexpr double seconds_per_gathered_slice = 2.5e-9;
constexpr double seconds_per_outcome_of_cones = 6e-9;
constexpr double seconds_per_outcome_and_line = 3e-9;
constexpr double times_longer_one_by_one = 2;  // where lines bend, or rays begin beside themselves
constexpr double seconds_per_start = 2e-9;
// Full slices of rows are searched at the beginning of each strip of a tile.
constexpr double seconds_per_full_slice = 0.1e-9;
constexpr double seconds_per_full_slice_missed = 1e-9;
// Sets larger than this are in no cache; and the time to touch a byte.
constexpr double cached_bytes = 0x1p28;
constexpr double seconds_per_set_byte = 0.3e-9;

// Cells have 32 bits at most, and passes need one more number (kernels::open_cell).
constexpr std::uint64_t most_nimber = 0xffff'fffe;

// Memory that passes leave for histograms and for packing a table.
constexpr std::uint64_t bytes_of_tables = std::uint64_t{64} << 20;

// How many positions a solved one stands for, where only sorted ones are solved.
double positions_for_sorted(const AxisGroups& groups) {
  double permutations = 1;
  for (const auto& group : groups)
    permutations *= std::tgamma(static_cast<double>(group.size()) + 1);
  return permutations;
}

// Rows that outcomes are solved in.
double stored_rows(const Rays& rays, const Scope& scope) {
  const std::size_t axis = *ray_axis(rays, scope.closure);
  AxisGroups groups = interchangeable_axes(rays, scope.closure);
  for (auto& group : groups) std::erase(group, axis);
  return static_cast<double>(scope.closure_positions()) /
         static_cast<double>(scope.closure.extent(axis)) / positions_for_sorted(groups);
}

// On all threads.
double seconds_per_row(const Rays& rays, const Scope& scope) {
  if (scope.closure.dimensions() == 2) return seconds_per_row_of_plane;
  const double alone = static_cast<double>(rays.directions.size()) * seconds_per_row_and_line +
                       static_cast<double>(scope.closure.extent(*ray_axis(rays, scope.closure))) *
                           seconds_per_row_and_position;
  return alone / static_cast<double>(scope.threads);
}

// Values up to the height of a position are united, on average half the largest.
double seconds_per_position_of_cones(const CellTask& task) {
  const auto lines = static_cast<double>(gatherers_of(task.rays).size());
  if (task.quantity == Quantity::outcome)
    return seconds_per_outcome_of_cones + lines * seconds_per_outcome_and_line;
  const double slices = 1 + static_cast<double>(task.largest_value) / 2 / kernels::slice_values;
  return seconds_per_nimber + slices * lines * seconds_per_gathered_slice;
}

double seconds_per_cell(const CellTask& task) {
  if (!task.rays.cones.empty()) return seconds_per_position_of_cones(task);
  const bool together = in_steps_of_one(task.rays) && task.rays.starts.empty();
  const double lines =
      static_cast<double>(task.rays.directions.size()) * (together ? 1 : times_longer_one_by_one);
  double starts = 0;
  for (const auto& of_ray : task.rays.starts) starts += static_cast<double>(of_ray.size());
  starts *= seconds_per_start;
  if (task.quantity == Quantity::remoteness)
    return seconds_per_remoteness + lines * seconds_per_remoteness_and_line + starts;
  const bool misses = static_cast<double>(memory_of(task).lines) > cached_bytes;
  const double full_slices = static_cast<double>(task.slices()) / 2;
  return (misses ? 2 : 1) * (seconds_per_nimber + lines * seconds_per_nimber_and_line) +
         full_slices * (misses ? seconds_per_full_slice_missed : seconds_per_full_slice) + starts;
}

// No P-position has a larger index in its row. Each P-position attacks a row once in each
// direction, and once more for each start, and the first position that is not attacked is P. Under
// misère play the end of play is skipped.
double farthest_p(const Rays& rays, const Box& closure, std::size_t axis) {
  std::size_t attacks = rays.directions.size();
  for (const auto& starts : rays.starts) attacks += starts.size();
  const auto length = static_cast<double>(closure.extent(axis));
  const double rows = static_cast<double>(*closure.volume()) / length;
  return std::min(length - 1, rows * static_cast<double>(attacks) + 1);
}

Result<Recognised<Task>> recognise_outcomes(const Scope& scope, Rays rays,
                                            const AxisGroups& groups) {
  const auto axis = ray_axis(rays, scope.closure);
  if (!axis) return family::does_not_apply("no ray changes one coordinate alone");
  const bool together = rays.starts.empty() && in_steps_of_one(rays);
  const auto leaps = together && !groups.empty() ? std::nullopt : leap_axis(rays, scope.closure);
  if (!leaps && !together && scope.closure.dimensions() == 2)
    return family::does_not_apply(
        "some ray takes more than 64 across lines at a time, or begins "
        "beside one along a line");
  if (!leaps && !rays.starts.empty())
    return family::does_not_apply("some ray begins beside itself");
  if (!leaps && !together) return family::does_not_apply("some ray takes more than 1 at a time");
  const std::size_t inner = leaps.value_or(*axis);
  if (farthest_p(rays, scope.closure, inner) > family::Section::farthest)
    return family::does_not_apply("a P-position may be the 2^32nd of its line");
  return Recognised<Task>{
      {.reason =
           fmt::format("every rule is a ray, so each line along {} holds at most one P-position: "
                       "the first that no earlier one attacks",
                       scope.rules.coordinates[inner].name),
       .why_one_rank = "outcomes take a number a row, and one machine solves 10^15 positions so"},
      leaps ? Task(Leaps{std::move(rays), *leaps}) : Task(std::move(rays))};
}

bool takes_passes(const CellTask& task) {
  return task.quantity == Quantity::nimber && task.rays.starts.empty() && task.rays.cones.empty();
}

// The task in passes if they are requested, or if there may be as many as memory needs and it needs
// several.
CellTask in_passes_asked_for(CellTask task, const Scope& scope) {
  const auto& [count, scratch] = scope.passes;
  if (count == 1 || !takes_passes(task)) return task;
  if (count > 1) return in_passes_by_count(task, count, scratch);
  const std::uint64_t free =
      scope.memory_limit - std::min(scope.memory_limit, scope.program_bytes + bytes_of_tables);
  return solving_bytes(task) <= free ? task : in_passes_within(task, free, scratch);
}

// Bytes that the sets of a rank may take.
std::uint64_t set_bytes_of_rank(const CellTask& task, const Scope& scope) {
  const std::vector<std::uint64_t> gathered = gathered_bytes(task, scope.ranks.count);
  const std::uint64_t all = std::accumulate(gathered.begin(), gathered.end(), std::uint64_t{0});
  const std::uint64_t other = scope.program_bytes + bytes_of_tables +
                              std::min(all, scope.ranks.on_a_machine * std::ranges::max(gathered));
  return (scope.memory_limit - std::min(scope.memory_limit, other)) / scope.ranks.on_a_machine;
}

std::optional<family::Ranks> ranks_of(const CellTask& task, const Scope& scope) {
  const std::size_t count = scope.ranks.count;
  if (count == 1 || !can_be_relayed(task)) return std::nullopt;
  const Relay relay = plan_relay(task, count, set_bytes_of_rank(task, scope));
  const cluster::Traffic traffic = traffic_of(relay, task);
  family::Ranks ranks{{},
                      links_of(relay, task),
                      traffic.messages,
                      traffic.bytes,
                      most_useful_ranks(task),
                      efficiency_of(relay)};
  const std::vector<std::uint64_t> gathered = gathered_bytes(task, count);
  for (std::size_t rank = 0; rank < count; ++rank)
    ranks.memory_bytes.push_back(set_bytes_of(relay, task, rank) + list_bytes(task, 2) +
                                 gathered[rank]);
  return ranks;
}

std::string why_one_rank(const CellTask& task) {
  if (can_be_relayed(task)) return "";
  if (task.quantity == Quantity::remoteness)
    return "a number a line suffices, and tiles share lines";
  if (!task.rays.cones.empty())
    return "several coordinates may be lowered at once, each by any amount";
  return task.rays.starts.empty() ? "values are expected to exceed 65,279"
                                  : "some ray begins beside itself";
}

std::optional<family::Passes> passes_of(const CellTask& task) {
  if (!task.passes) return std::nullopt;
  return family::Passes{estimated_passes(task), memory_of(task).file};
}

std::string reason(const CellTask& task) {
  if (!task.rays.cones.empty())
    return "every rule is a ray, or lowers several coordinates by any amounts: unions of what "
           "lines have determine what can be left";
  return task.quantity == Quantity::nimber
             ? "every rule is a ray: a nimber is the least that no line through the position has"
             : "every rule is a ray: each line knows its least P-position, or its greatest "
               "N-position";
}

double seconds_of(const CellTask& task, const Scope& scope, std::size_t threads) {
  const double sets = seconds_per_set_byte * static_cast<double>(memory_of(task).lines);
  const double positions =
      static_cast<double>(scope.closure_positions()) / positions_for_sorted(task.groups);
  return seconds_to_begin + positions * seconds_per_cell(task) / static_cast<double>(threads) +
         sets;
}

// The task for a narrow box, if that is faster than sets of all values on a few threads, or if
// these would take far more memory than values do. The choice does not depend on the threads and
// the memory at hand, which may differ when a table is resumed.
std::optional<Narrow> narrow_instead(const CellTask& task, const Scope& scope) {
  if (task.quantity != Quantity::nimber || scope.ranks.count > 1 || scope.passes.count > 1)
    return std::nullopt;
  const auto along = narrow_axis(task.rays, scope.closure);
  if (!along) return std::nullopt;
  Narrow narrow{task.rays, *along, task.cell_bytes};
  constexpr std::size_t few_threads = 4;
  constexpr std::uint64_t far_more = 16;
  const CellMemory memory = memory_of(task);
  const bool faster = ray::seconds(narrow, scope.closure) < seconds_of(task, scope, few_threads);
  if (!faster && memory.lines / far_more < memory.cells) return std::nullopt;
  return narrow;
}

Result<Recognised<Task>> recognise_cells(const Scope& scope, Rays rays, const AxisGroups& groups) {
  CellTask task =
      plan_cells(std::move(rays), scope.closure, groups, scope.computed, scope.convention);
  const std::uint64_t largest = task.largest_value;
  if (task.quantity == Quantity::nimber && largest > most_nimber)
    return family::does_not_apply("nimbers may exceed 2^32 - 2");
  if (task.quantity == Quantity::remoteness && largest > most_plies)
    return family::does_not_apply("play may be too long");
  if (const auto narrow = narrow_instead(task, scope)) {
    std::string why = fmt::format(
        "every rule is a ray, and {} is long: nimbers differ little from it, so each line needs a "
        "window of values",
        scope.rules.coordinates[narrow->along].name);
    return Recognised<Task>{
        {.reason = std::move(why),
         .largest_value = largest,
         .why_one_rank = "slabs across the long coordinate are solved one after the other"},
        *narrow};
  }
  task = in_passes_asked_for(std::move(task), scope);
  if (scope.ranks.owner_blocks) task.owner_blocks = scope.ranks.owner_blocks(scope.box);
  family::Traits traits{.reason = reason(task),
                        .largest_value = largest,
                        .takes_passes = takes_passes(task),
                        .passes = passes_of(task),
                        .ranks = ranks_of(task, scope),
                        .why_one_rank = why_one_rank(task)};
  return Recognised<Task>{std::move(traits), std::move(task)};
}

using Solved = Result<family::Solved<std::variant<family::Section, SortedCells, memory::Cells>>>;

struct Solver {
  const Scope& scope;
  parallel::Executor& executor;
  const tiles::Watch& watch;

  Solved operator()(const Rays& rays) const {
    auto section = solve_outcomes(rays, scope.closure, scope.convention, executor, watch);
    if (!section) return section.error();
    return {{std::move(*section)}};
  }
  Solved operator()(const Leaps& leaps) const {
    auto section = solve_by_leaps(leaps, scope.closure, scope.convention, watch);
    if (!section) return section.error();
    return {{std::move(*section)}};
  }
  Solved operator()(const Narrow& narrow) const {
    if (Status fits = check_saved(false); !fits) return fits.error();
    auto cells = solve_narrow(narrow, scope.closure, watch);
    if (!cells) return cells.error();
    return {{std::move(*cells)}};
  }
  Solved operator()(const CellTask& task) const {
    if (Status fits = check_saved(scope.ranks.count > 1 || task.passes); !fits) return fits.error();
    if (scope.ranks.count > 1) {
      auto cells = solve_on_ranks(task);
      if (!cells) return cells.error();
      return {{std::move(*cells)}};
    }
    auto cells = solve_cells(task, executor, watch);
    if (!cells) return cells.error();
    return std::visit([](auto&& values) -> Solved { return {{std::move(values)}}; },
                      std::move(*cells));
  }

  // Errc::usage for a state saved in the other way: with sets of all values, or without the sets of
  // stages.
  Status check_saved(bool in_stages) const {
    const tiles::Frontier* const saved = watch.keeper ? watch.keeper->saved() : nullptr;
    const std::size_t other = in_stages ? numbers_of_all_sets : numbers_of_stages;
    if (!saved || saved->numbers.size() != other) return {};
    return Error{Errc::usage,
                 in_stages ? "what was saved is the state of one rank with the sets of all values; "
                             "go on without option `ranks` and option `passes`"
                           : "what was saved is the state of ranks or passes; go on with option "
                             "`ranks` or option `passes`, of any number from 2 on"};
  }

  Result<SortedCells> solve_on_ranks(const CellTask& task) const {
    const std::uint64_t set_bytes = set_bytes_of_rank(task, scope);
    if (cluster::Transport* const transport = family::rank_of(scope, watch))
      return solve_as_rank(task, set_bytes, *transport, executor, watch);
    return solve_on_local_ranks(task, set_bytes, scope.ranks.count, executor, watch);
  }
};

std::optional<std::string> why_not_with_cones(const Rays& rays, Quantity computed) {
  if (rays.cones.empty()) return std::nullopt;
  if (computed == Quantity::remoteness)
    return "it finds no remoteness where several coordinates are lowered by any amounts";
  if (!rays.starts.empty() || !in_steps_of_one(rays))
    return "several coordinates are lowered by any amounts beside rays of another kind";
  return std::nullopt;
}

}  // namespace

Result<Recognised<Task>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto rays = rays_of(scope.differences, why_not);
  if (!rays) return family::does_not_apply(why_not);
  rays = within(*rays, scope.closure);
  if (rays->lead_nowhere()) return family::does_not_apply("no ray leads anywhere in the box");
  if (gatherers_of(*rays).size() > kernels::most_plane_lines)
    return family::does_not_apply("there are too many rays");
  if (const auto why = why_not_with_cones(*rays, scope.computed))
    return family::does_not_apply(*why);
  const AxisGroups groups = interchangeable_axes(*rays, scope.closure);
  auto found = scope.computed == Quantity::outcome && rays->cones.empty()
                   ? recognise_outcomes(scope, std::move(*rays), groups)
                   : recognise_cells(scope, std::move(*rays), groups);
  const bool uses_symmetry = found && !std::holds_alternative<Leaps>(found->task) &&
                             !std::holds_alternative<Narrow>(found->task);
  if (uses_symmetry) {
    found->symmetry_used = !groups.empty();
    found->symmetry = family::symmetry_text(scope.rules, groups);
  }
  return found;
}

namespace {

// Bytes of this process.
Bytes bytes_on_ranks(const CellTask& task, const Scope& scope) {
  const Relay relay = plan_relay(task, scope.ranks.count, set_bytes_of_rank(task, scope));
  const std::vector<std::uint64_t> gathered = gathered_bytes(task, scope.ranks.count);
  std::uint64_t sets = 0;
  std::uint64_t cells = 0;
  for (std::size_t rank = 0; rank < scope.ranks.count; ++rank)
    if (!scope.ranks.transport || scope.ranks.transport->rank() == rank) {
      sets += set_bytes_of(relay, task, rank) + list_bytes(task, 2) +
              (scope.ranks.transport ? 0 : family::bytes_of_local_rank);
      cells += gathered[rank];
    }
  return {sets + cells, cells, true};
}

}  // namespace

Bytes Family::bytes(const Task& task, const Scope& scope) {
  if (const auto* rays = std::get_if<Rays>(&task))
    return {outcome_bytes(*rays, scope.closure, scope.threads),
            family::Section::memory_bytes(scope.closure, *ray_axis(*rays, scope.closure),
                                          interchangeable_axes(*rays, scope.closure)),
            true};
  if (const auto* leaps = std::get_if<Leaps>(&task))
    return {memory_bytes(*leaps, scope.closure),
            family::Section::memory_bytes(scope.closure, leaps->inner, {}), true};
  if (const auto* narrow = std::get_if<Narrow>(&task))
    return {memory_bytes(*narrow, scope.closure), *scope.closure.volume() * narrow->cell_bytes,
            true};
  const auto& cells = std::get<CellTask>(task);
  if (scope.ranks.count > 1) return bytes_on_ranks(cells, scope);
  return {solving_bytes(cells), memory_of(cells).cells, true};
}

double Family::seconds(const Task& task, const Scope& scope) {
  if (const auto* rays = std::get_if<Rays>(&task))
    return seconds_to_begin_rows + stored_rows(*rays, scope) * seconds_per_row(*rays, scope);
  if (const auto* leaps = std::get_if<Leaps>(&task)) return ray::seconds(*leaps, scope.closure);
  if (const auto* narrow = std::get_if<Narrow>(&task)) return ray::seconds(*narrow, scope.closure);
  return seconds_of(std::get<CellTask>(task), scope, scope.threads);
}

Solved Family::solve(const Task& task, const Scope& scope, parallel::Executor& executor,
                     const tiles::Watch& watch) {
  return std::visit(Solver{scope, executor, watch}, task);
}

}  // namespace grundy::ray
