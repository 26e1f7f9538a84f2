#include "sweep/statistics.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "kernels/digest.hpp"

namespace grundy::sweep {
namespace {

// What one task counts.
constexpr std::uint64_t positions_per_task = 1 << 18;
// Positions that are read at once.
constexpr std::uint64_t longest_stretch = 1 << 12;

// A histogram ends with the largest value that it counts.
void count_values(std::span<const std::uint32_t> values, std::uint32_t most,
                  std::vector<std::uint64_t>& histogram) {
  const auto make_room = [&](std::uint32_t value) {
    if (value >= histogram.size()) histogram.resize(value + 1);
  };
  if (most < plan::histogram_values) {
    make_room(most);
    for (const std::uint32_t value : values) ++histogram[value];
    return;
  }
  for (const std::uint32_t value : values)
    if (value < plan::histogram_values) {
      make_room(value);
      ++histogram[value];
    }
}

void add_digest(const kernels::DigestSum& sum, Statistics& into) {
  into.digest.add(Digest(sum.high, sum.low));
}

// Of outcomes the P-positions tell all. Their ranks are gathered, for a digest of many at once.
class PPositions {
 public:
  explicit PPositions(Statistics& into) : into_(into) {}
  PPositions(const PPositions&) = delete;
  PPositions& operator=(const PPositions&) = delete;
  ~PPositions() { count(); }

  void add(std::uint64_t rank) {
    ranks_[size_++] = rank;
    if (size_ == ranks_.size()) count();
  }

 private:
  void count() {
    into_.p_positions += size_;
    add_digest(kernels::digest_of_zeros(std::span(ranks_).first(size_)), into_);
    size_ = 0;
  }

  Statistics& into_;
  std::size_t size_ = 0;
  std::array<std::uint64_t, 512> ranks_;
};

// Loop by loop, so that each stays in registers. Cells become values.
void count_cells(const plan::Plan& plan, std::uint64_t rank, std::span<std::uint32_t> cells,
                 Statistics& into) {
  const std::uint32_t telling = plan.computed == Quantity::remoteness ? 1 : ~0u;  // bits of a cell
  const auto is_p = [&](std::uint32_t cell) { return (cell & telling) == 0; };
  if (plan.quantity != Quantity::outcome)
    into.p_positions += static_cast<std::uint64_t>(std::ranges::count_if(cells, is_p));
  for (std::uint32_t& cell : cells) cell = value_of(plan, plan.quantity, cell);
  const std::uint32_t most = *std::ranges::max_element(cells);
  into.max_value = std::max(into.max_value, most);
  if (plan.quantity == Quantity::outcome) {
    PPositions p(into);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] == 0) p.add(rank + i);
    return;
  }
  if (plan.quantity == Quantity::nimber) count_values(cells, most, into.histogram);
  add_digest(kernels::digest_of_values(rank, cells), into);
}

void merge(const Statistics& part, Statistics& into) {
  into.positions += part.positions;
  into.p_positions += part.p_positions;
  into.max_value = std::max(into.max_value, part.max_value);
  into.histogram.resize(std::max(into.histogram.size(), part.histogram.size()));
  for (std::size_t v = 0; v < part.histogram.size(); ++v) into.histogram[v] += part.histogram[v];
  into.digest.add(part.digest);
}

// Calls count(first, last, part) for stretches of 0 .. items - 1, a part for each worker, and
// merges the parts.
template <class Count>
Statistics in_parallel(parallel::Executor& executor, std::uint64_t items,
                       std::uint64_t items_per_task, const Count& count) {
  std::vector<Statistics> parts(executor.threads());
  executor.for_each((items + items_per_task - 1) / items_per_task,
                    [&](std::size_t task, std::size_t worker) {
                      const std::uint64_t first = task * items_per_task;
                      // Taken out while it changes: neighbours share cache lines.
                      Statistics part = std::move(parts[worker]);
                      count(first, std::min(first + items_per_task, items), part);
                      parts[worker] = std::move(part);
                    });
  Statistics total;
  for (const Statistics& part : parts) merge(part, total);
  return total;
}

// Every position, by stretches of rows along the last axis.
Statistics of_rows(const plan::Plan& plan, const Solution& solution, parallel::Executor& executor) {
  const auto length = static_cast<std::uint64_t>(plan.box.extent(plan.box.dimensions() - 1));
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    std::vector<std::uint32_t> cells(std::min(length, longest_stretch));
    for (std::uint64_t rank = first; rank < last;) {
      const std::uint64_t left = std::min(last - rank, length - rank % length);
      const std::span stretch(cells.data(), std::min<std::uint64_t>(left, cells.size()));
      read_cells(solution, plan.box.position(rank), stretch);
      count_cells(plan, rank, stretch, part);
      rank += stretch.size();
    }
    part.positions += last - first;
  };
  return in_parallel(executor, plan.positions(), positions_per_task, count);
}

// By the P-positions alone.
template <family::PPositions Values>
Statistics of_values(const plan::Plan& plan, const Values& values, parallel::Executor& executor) {
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    PPositions p(part);
    for (std::uint64_t number = first; number < last; ++number)
      values.visit_p_positions(plan.box, number, [&](std::uint64_t rank) { p.add(rank); });
  };
  Statistics found = in_parallel(executor, values.parts(), 1, count);
  found.positions = plan.positions();
  found.max_value = found.p_positions < found.positions;
  return found;
}

}  // namespace

Statistics statistics(const plan::Plan& plan, const Solution& solution,
                      parallel::Executor& executor) {
  return std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::PPositions<Values>)
          return of_values(plan, values, executor);
        else
          return of_rows(plan, solution, executor);
      },
      solution.values);
}

}  // namespace grundy::sweep
