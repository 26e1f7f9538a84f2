#include "sweep/search.hpp"

#include <memory>

#include "lazy/sum_search.hpp"
#include "sweep/memory.hpp"

namespace grundy::sweep {
namespace {

template <class Cell>
Status search_as(const plan::Plan& plan, std::span<Cell> cells, std::atomic<std::uint64_t>& solved,
                 lazy::SumSearch& search) {
  const auto rules = std::make_shared<const rules::Rules>(plan.rules);
  for (std::uint64_t rank = 0; rank < plan.positions(); ++rank) {
    const lazy::Summand alone{rules, plan.box.position(rank), 1};
    const auto found = search.solve({&alone, 1});
    if (!found) return found.error();
    const std::uint32_t outcome = found->outcome == Outcome::N;
    cells[plan.closure.rank(alone.position)] = static_cast<Cell>(
        plan.computed == Quantity::outcome ? outcome : 2 * found->remoteness + outcome);
    solved.fetch_add(1, std::memory_order_relaxed);
  }
  return {};
}

}  // namespace

Status search_box(const plan::Plan& plan, Cells& cells, std::atomic<std::uint64_t>& solved,
                  const std::atomic<bool>* stop) {
  using Goal = lazy::SumSearch::Goal;
  lazy::Meter meter(
      {.bytes = plan.memory_limit - plan.program_bytes - solving_bytes(plan), .stop = stop});
  lazy::SumSearch search(plan.convention,
                         plan.computed == Quantity::outcome ? Goal::outcome : Goal::remoteness,
                         meter);
  if (cells.width() == 1) return search_as(plan, cells.as<std::uint8_t>(), solved, search);
  if (cells.width() == 2) return search_as(plan, cells.as<std::uint16_t>(), solved, search);
  return search_as(plan, cells.as<std::uint32_t>(), solved, search);
}

}  // namespace grundy::sweep
