#include "search/family.hpp"

#include <fmt/format.h>

#include <memory>

#include "generic/family.hpp"
#include "lazy/sum_search.hpp"

namespace grundy::search {
namespace {

using family::Scope;

Status search_box(const Scope& scope, memory::Cells& cells, const tiles::Watch& watch,
                  lazy::SumSearch& search) {
  return with_cell_type(cells.width(), [&]<class Cell>(Cell) -> Status {
    const std::span<Cell> values = cells.as<Cell>();
    const auto rules = std::make_shared<const rules::Rules>(scope.rules);
    for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
      const lazy::Summand alone{rules, scope.box.position(rank), 1};
      const auto found = search.solve({&alone, 1});
      if (!found) return found.error();
      const std::uint32_t outcome = found->outcome == Outcome::N;
      values[rank] = static_cast<Cell>(
          scope.computed == Quantity::outcome ? outcome : 2 * found->remoteness + outcome);
      if (watch.solved) watch.solved->fetch_add(1, std::memory_order_relaxed);
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
      std::move(*task),
      fmt::format("options are sums, and {} of a sum does not follow from its parts", what), ""};
  found.solved_positions = scope.positions();
  found.largest_value = found.task.largest_value;
  return found;
}

family::Bytes Family::bytes(const generic::Task& task, const Scope& scope) {
  const std::uint64_t cells = generic::cell_bytes(scope.box, task);
  return {cells, cells};
}

double Family::seconds(const generic::Task& task, const Scope& scope) {
  return generic::Family::seconds(task, scope) * static_cast<double>(scope.positions()) /
         static_cast<double>(scope.closure_positions());
}

Result<family::Solved<memory::Cells>> Family::solve(const generic::Task& task, const Scope& scope,
                                                    parallel::Executor&,
                                                    const tiles::Watch& watch) {
  auto cells = memory::Cells::allocate(scope.box, task.cell_bytes);
  if (!cells) return cells.error();
  using Goal = lazy::SumSearch::Goal;
  lazy::Meter meter({.bytes = scope.memory_limit - scope.program_bytes - bytes(task, scope).solving,
                     .stop = watch.stop});
  lazy::SumSearch search(scope.convention,
                         scope.computed == Quantity::outcome ? Goal::outcome : Goal::remoteness,
                         meter);
  if (Status found = search_box(scope, *cells, watch, search); !found) return found.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace grundy::search
