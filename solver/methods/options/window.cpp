#include "methods/options/window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "methods/options/estimate.hpp"
#include "methods/options/rows.hpp"
#include "methods/options/sliding.hpp"
#include "methods/options/window_solve.hpp"

namespace grundy::window {
namespace {

using family::Recognised;
using family::Scope;

// For a position, for a run, for a value that enters or leaves a window and for an option in none.
constexpr double seconds_to_begin = 5e-5;
constexpr double seconds_per_position = 22e-9;
constexpr double seconds_per_run = 6e-9;
constexpr double seconds_per_move = 5e-9;
constexpr double seconds_per_loose = 1.5e-9;
constexpr double worth_it = 0.75;  // of the time without windows

double seconds_of_position(const Work& work) {
  return seconds_per_position + work.runs * seconds_per_run + work.moves * seconds_per_move +
         work.loose * seconds_per_loose;
}

// All options, without windows.
double seconds_one_by_one(const Work& work) {
  return seconds_per_position + work.runs * seconds_per_run + work.options * seconds_per_loose;
}

// Empty where rows can be solved one position after the other.
std::string why_no_rows(const Scope& scope, const std::optional<std::size_t>& axis) {
  if (scope.rules.has_sums()) return "a move leaves more than one part";
  if (!axis) return "moves change more than one coordinate";
  if (scope.schedule.order() != tiles::Order::tiles) return "no order of the positions is known";
  return "";
}

bool ascends(const Scope& scope, std::size_t axis) {
  return std::ranges::any_of(scope.schedule.scan(), [&](const rules::ScanAxis& scanned) {
    return scanned.axis == axis && scanned.ascending;
  });
}

}  // namespace

Result<Recognised<WindowGame>> Family::recognise(const Scope& scope) {
  const auto axis = changed_axis(scope.rules);
  if (auto why = why_no_rows(scope, axis); !why.empty())
    return family::does_not_apply(std::move(why));
  auto cells = generic::plan_cells(scope);
  if (!cells) return cells.error();
  const kernels::Program& program = cells->program.program();
  if (std::ranges::any_of(program.rules, [](const auto& rule) { return !rule.loops.empty(); }))
    return family::does_not_apply("options of a rule are in more than one run");
  const Rows rows(scope.closure, *axis, ascends(scope, *axis));
  const Work work = mean_work(program, rows);
  if (seconds_of_position(work) > worth_it * seconds_one_by_one(work))
    return family::does_not_apply(
        fmt::format("there are {:.3g} options in the mean, and {:.3g} come or go from one position "
                    "to the next",
                    work.options, work.moves + work.loose));
  Recognised<WindowGame> found{
      {fmt::format("options are neighbours: from one position to the next {:.3g} of {:.3g} come or "
                   "go",
                   work.moves + work.loose, work.options)},
      {*std::move(cells), rows, work}};
  found.largest_value = found.task.cells.largest_value;
  return found;
}

family::Bytes Family::bytes(const WindowGame& game, const Scope& scope) {
  return {memory_bytes(game, scope.closure, scope.threads),
          generic::cell_bytes(scope.closure, game.cells)};
}

double Family::seconds(const WindowGame& game, const Scope& scope) {
  const auto threads =
      static_cast<double>(std::min<std::uint64_t>(scope.threads, game.rows.count()));
  return seconds_to_begin +
         static_cast<double>(scope.closure_positions()) * seconds_of_position(game.work) / threads;
}

Result<family::Solved<memory::Cells>> Family::solve(const WindowGame& game, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  auto cells = window::solve(game, scope.closure, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{*std::move(cells)};
}

Work mean_work(const kernels::Program& program, const Rows& rows) {
  constexpr std::uint64_t stretches = 32;
  const std::int64_t length = std::min<std::int64_t>(rows.length(), kernels::lanes);
  RowWalk walk(program, rows);
  generic::Sampled sampled;
  Work sum;
  std::uint64_t positions = 0;
  for (std::uint64_t stretch = 0; stretch < stretches; ++stretch) {
    const std::int64_t begin =
        sampled.below(static_cast<std::uint64_t>(rows.length() - length + 1));
    std::vector<Ends> before(program.rules.size());
    const auto visit = [&](const kernels::Run& run) {
      sum.options += static_cast<double>(run.count);
      ++sum.runs;
      if (!is_window(program, run, rows.stride())) {
        sum.loose += static_cast<double>(run.count);
        return;
      }
      const Ends now = ends_of(run);
      Ends& last = before[run.rule];
      // The first window of the stretch is free: in a whole row it slides there.
      if (!last.empty()) sum.moves += static_cast<double>(moves_between(last, now, rows.stride()));
      last = now;
    };
    const auto row = static_cast<std::uint64_t>(sampled.below(rows.count()));
    walk.positions(row, begin, begin + length, visit, [&](std::int64_t) { ++positions; });
  }
  const auto count = static_cast<double>(positions);
  return {sum.options / count, sum.runs / count, sum.moves / count, sum.loose / count};
}

}  // namespace grundy::window
