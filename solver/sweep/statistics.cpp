#include "sweep/statistics.hpp"

#include <algorithm>

#include "sweep/sweep.hpp"

namespace grundy::sweep {
namespace {

// Rows of the box (lines along the last axis) that one task counts.
constexpr std::uint64_t positions_per_task = 1 << 18;

void count_cell(const plan::Plan& plan, std::uint64_t rank, std::uint32_t cell, Statistics& into) {
  const std::uint32_t value = value_of(plan, plan.quantity, cell);
  const bool is_p = plan.computed == Quantity::remoteness ? cell % 2 == 0 : cell == 0;
  into.p_positions += is_p;
  into.max_value = std::max(into.max_value, value);
  if (plan.quantity == Quantity::nimber) {
    if (value >= into.histogram.size()) into.histogram.resize(value + 1);
    ++into.histogram[value];
  }
  if (plan.quantity != Quantity::outcome || is_p) into.digest.add(rank, value);
}

void merge(const Statistics& part, Statistics& into) {
  into.positions += part.positions;
  into.p_positions += part.p_positions;
  into.max_value = std::max(into.max_value, part.max_value);
  into.histogram.resize(std::max(into.histogram.size(), part.histogram.size()));
  for (std::size_t v = 0; v < part.histogram.size(); ++v) into.histogram[v] += part.histogram[v];
  into.digest.add(part.digest);
}

}  // namespace

Statistics statistics(const plan::Plan& plan, const Cells& cells, parallel::Executor& executor) {
  const auto length = static_cast<std::uint64_t>(plan.box.extent(plan.box.dimensions() - 1));
  const std::uint64_t rows = plan.positions() / length;
  const std::uint64_t rows_per_task = std::max<std::uint64_t>(1, positions_per_task / length);
  std::vector<Statistics> parts(executor.threads());
  executor.for_each((rows + rows_per_task - 1) / rows_per_task,
                    [&](std::size_t task, std::size_t worker) {
                      Statistics part;
                      const std::uint64_t last = std::min((task + 1) * rows_per_task, rows);
                      for (std::uint64_t row = task * rows_per_task; row < last; ++row) {
                        const std::uint64_t rank = row * length;
                        const std::uint64_t cell = plan.closure.rank(plan.box.position(rank));
                        for (std::uint64_t i = 0; i < length; ++i)
                          count_cell(plan, rank + i, cells[cell + i], part);
                      }
                      part.positions = (last - task * rows_per_task) * length;
                      merge(part, parts[worker]);
                    });
  Statistics total;
  for (const Statistics& part : parts) merge(part, total);
  return total;
}

}  // namespace grundy::sweep
