#include "methods/sums/family.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "base/machine.hpp"
#include "rules/membership.hpp"
#include "search/sum_search.hpp"

namespace grundy::search {
namespace {

using family::Scope;

using Goal = lazy::SumSearch::Goal;

Goal goal_of(const Scope& scope) {
  return scope.computed == Quantity::outcome ? Goal::outcome : Goal::remoteness;
}

// For an estimate the box is searched this long, with this much memory.
constexpr std::chrono::duration<double> longest_trial{0.1};
constexpr std::uint64_t most_bytes_of_trial = std::uint64_t{64} << 20;

// A heap of n has some exp(c sqrt(n)) sums of parts (G. H. Hardy and S. Ramanujan, Proc. London
// Math. Soc. 17, 1918). So the number of expansions for all positions is extrapolated from that for
// the first ones. It is exact if the trial reaches the end. Expansions of longer sums take longer,
// and the more so the more is remembered. Time was found to grow like this power of
// expansions: 1.17 to 1.25 in games 0.77, 0.07, 0.137 and 4.7 under misère play.
constexpr double time_by_expansions = 1.2;

double expected_seconds(const Scope& scope) {
  const Stopwatch watch;
  lazy::Meter meter({.bytes = most_bytes_of_trial});
  using Clock = std::chrono::steady_clock;
  meter.set_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(longest_trial));
  lazy::SumSearch search(scope.convention, goal_of(scope), meter);
  const auto rules = std::make_shared<const rules::Rules>(scope.rules);
  const rules::Membership inside(scope.rules);
  std::vector<double> expansions;  // after each tuple
  for (std::uint64_t rank = 0; rank < scope.positions(); ++rank) {
    const lazy::Summand alone{rules, scope.box.position(rank), 1};
    const bool is_known = !inside.has(alone.position) || search.solve({&alone, 1});
    if (!is_known || watch.seconds() > longest_trial.count()) break;
    expansions.push_back(1 + static_cast<double>(meter.progress().expansions));
  }
  const auto known = static_cast<double>(expansions.size());
  const auto all = static_cast<double>(scope.positions());
  const double spent = watch.seconds();
  if (known == all) return spent;
  if (known < 2) return spent * all;
  const double grown = expansions.back() / expansions[expansions.size() / 2];
  const double rate = std::log(grown) / (std::sqrt(known) - std::sqrt(known / 2));
  return spent * std::exp(time_by_expansions * rate * (std::sqrt(all) - std::sqrt(known)));
}

Status search_box(const Scope& scope, memory::Cells& cells, const tiles::Watch& watch,
                  lazy::SumSearch& search) {
  return with_cell_type(cells.width(), [&]<class Cell>(Cell) -> Status {
    const std::span<Cell> values = cells.as<Cell>();
    const auto rules = std::make_shared<const rules::Rules>(scope.rules);
    const rules::Membership inside(scope.rules);
    for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
      if (watch.solved) watch.solved->fetch_add(1, std::memory_order_relaxed);
      const lazy::Summand alone{rules, scope.box.position(rank), 1};
      if (!inside.has(alone.position)) continue;
      const auto found = search.solve({&alone, 1});
      if (!found) return found.error();
      const std::uint32_t outcome = found->outcome == Outcome::N;
      values[rank] = static_cast<Cell>(
          scope.computed == Quantity::outcome ? outcome : 2 * found->remoteness + outcome);
    }
    return {};
  });
}

}  // namespace

bool nimbers_do_not_tell(const Scope& scope) {
  const bool nimbers_tell = !scope.rules.has_ending(Outcome::N) &&
                            scope.convention == Convention::normal &&
                            scope.quantity != Quantity::remoteness;
  return scope.rules.has_sums() && !nimbers_tell;
}

Result<family::Recognised<generic::Task>> Family::recognise(const Scope& scope) {
  if (!nimbers_do_not_tell(scope))
    return family::does_not_apply(
        "it is for rules whose options are sums, and for what nimbers do not tell; use generic");
  auto task = generic::plan_cells(scope);
  if (!task) return task.error();
  const std::string_view what = scope.quantity == Quantity::remoteness   ? "the remoteness"
                                : scope.convention == Convention::misere ? "the misere outcome"
                                                                         : "the winner";
  family::Recognised<generic::Task> found{
      {fmt::format("options are sums, and {} of a sum does not follow from its parts", what)},
      std::move(*task)};
  found.solved_positions = scope.positions();
  found.largest_value = found.task.largest_value;
  return found;
}

family::Bytes Family::bytes(const generic::Task& task, const Scope& scope) {
  const std::uint64_t cells = generic::cell_bytes(scope.box, task);
  return {cells, cells};
}

double Family::seconds(const generic::Task&, const Scope& scope) {
  return expected_seconds(scope);
}

family::SolvedCells Family::solve(const generic::Task& task, const Scope& scope,
                                  parallel::Executor&, const tiles::Watch& watch) {
  auto cells = memory::Cells::allocate(scope.box, task.cell_bytes);
  if (!cells) return cells.error();
  lazy::Meter meter({.bytes = scope.memory_limit - scope.program_bytes - bytes(task, scope).solving,
                     .stop = watch.stop});
  lazy::SumSearch search(scope.convention, goal_of(scope), meter);
  if (Status found = search_box(scope, *cells, watch, search); !found) return found.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::search
