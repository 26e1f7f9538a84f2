#include "ray/family.hpp"

#include <fmt/format.h>

#include <cmath>

#include "ray/nimbers.hpp"
#include "ray/outcomes.hpp"
#include "ray/symmetry.hpp"

namespace grundy::ray {
namespace {

using family::Bytes;
using family::Recognised;
using family::Scope;
using Task = Family::Task;

// Of one thread: words of outcome rows looked at, and cells of nimbers, each a second. Measured on
// three_pile (docs/performance.md).
constexpr double positions_per_second_and_row = 3e7;
constexpr double nimbers_per_second = 5e7;

// Positions for each that is solved, where those with sorted coordinates stand for all.
double positions_for_sorted(const AxisGroups& groups) {
  double permutations = 1;
  for (const auto& group : groups)
    permutations *= std::tgamma(static_cast<double>(group.size()) + 1);
  return permutations;
}

Result<Recognised<Task>> recognise_outcomes(const Scope& scope, Rays rays) {
  const auto axis = ray_axis(rays);
  if (!axis) return family::does_not_apply("no ray changes one coordinate alone");
  Recognised<Task> found{
      std::move(rays),
      fmt::format("every rule is a ray, so each line along {} holds at most one P-position: "
                  "the first that no earlier one attacks",
                  scope.rules.coordinates[*axis].name),
      ""};
  found.keeps_cells = false;
  return found;
}

Recognised<Task> recognise_nimbers(const Scope& scope, Rays rays, const AxisGroups& groups) {
  NimberTask task = plan_nimbers(std::move(rays), scope.closure, groups);
  const std::uint64_t largest = task.largest_value;
  return {.task = std::move(task),
          .reason =
              "every rule is a ray: a nimber is the least that no line through the position "
              "has",
          .symmetry = "",
          .largest_value = largest,
          .keeps_cells = groups.empty()};
}

using Solved = Result<family::Solved<std::variant<Section, SortedCells, memory::Cells>>>;

struct Solver {
  const Scope& scope;
  parallel::Executor& executor;
  const tiles::Watch& watch;

  Solved operator()(const Rays& rays) const {
    auto section = solve_outcomes(rays, scope.closure, scope.convention, executor, watch);
    if (!section) return section.error();
    return {{std::move(*section)}};
  }
  Solved operator()(const NimberTask& task) const {
    auto cells = solve_nimbers(task, executor, watch);
    if (!cells) return cells.error();
    return std::visit([](auto&& values) -> Solved { return {{std::move(values)}}; },
                      std::move(*cells));
  }
};

}  // namespace

Result<Recognised<Task>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto rays = recognise_rays(scope.rules, why_not);
  if (!rays) return family::does_not_apply(why_not);
  const AxisGroups groups = interchangeable_axes(*rays, scope.closure);
  auto found = scope.computed == Quantity::outcome
                   ? recognise_outcomes(scope, std::move(*rays))
                   : recognise_nimbers(scope, std::move(*rays), groups);
  if (found) {
    found->symmetry_used = !groups.empty();
    found->symmetry = family::symmetry_text(scope.rules, groups);
  }
  return found;
}

Bytes Family::bytes(const Task& task, const Scope& scope) {
  if (const auto* rays = std::get_if<Rays>(&task))
    return {outcome_bytes(*rays, scope.closure, scope.threads),
            Section::memory_bytes(scope.closure, *ray_axis(*rays),
                                  interchangeable_axes(*rays, scope.closure)),
            true};
  const auto& nimbers = std::get<NimberTask>(task);
  return {nimber_bytes(nimbers), memory_of(nimbers).cells, true};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const auto positions =
      static_cast<double>(scope.closure_positions()) / static_cast<double>(scope.threads);
  if (const auto* rays = std::get_if<Rays>(&task))
    return positions / positions_per_second_and_row /
           static_cast<double>(scope.closure.extent(*ray_axis(*rays)));
  return positions / nimbers_per_second / positions_for_sorted(std::get<NimberTask>(task).groups);
}

Solved Family::solve(const Task& task, const Scope& scope, parallel::Executor& executor,
                     const tiles::Watch& watch) {
  return std::visit(Solver{scope, executor, watch}, task);
}

}  // namespace grundy::ray
