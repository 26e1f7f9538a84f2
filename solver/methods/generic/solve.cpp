#include "methods/generic/solve.hpp"

#include <fmt/format.h>

#include <deque>
#include <numeric>

#include "methods/generic/kernel.hpp"
#include "methods/generic/mirror.hpp"
#include "methods/generic/parts.hpp"
#include "methods/generic/symmetry.hpp"
#include "methods/generic/worker.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::generic {

Result<memory::Cells> solve(const Task& task, const family::Scope& scope,
                            parallel::Executor& executor, const tiles::Watch& watch,
                            cluster::Transport* transport) {
  auto cells = memory::Cells::allocate(scope.closure, task.cell_bytes);
  if (!cells) return cells.error();
  const Mirror mirror(scope.rules, scope.closure, task.sorted_only);
  const Parts parts(scope, mirror);
  std::deque<Worker> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i)
    workers.emplace_back(scope, task, mirror, *cells, *watch.solved, watch.stop);
  std::vector<std::uint32_t> order(parts.count());
  std::iota(order.begin(), order.end(), 0U);
  const SourceOf source(*cells);
  // Workers count what they solve, for parts may be long.
  const Status solved = tiles::solve_tiles(
      {kernel,
       std::move(order),
       [&](std::size_t part, const auto& holds) { return parts.all_before(part, holds); },
       [&](std::size_t part, std::size_t worker) -> Result<std::uint64_t> {
         if (!workers[worker].solve(parts.part(part)))
           return Error{Errc::interrupted, "interrupted"};
         return 0;
       },
       {cells->bytes()},
       &source,
       [&](const Box& box) { return parts.last_part(box); },
       [&](std::size_t part, std::size_t worker) { return workers[worker].pack(parts.part(part)); },
       [&](std::size_t part, std::span<const std::byte> bytes,
           std::size_t worker) -> Result<std::uint64_t> {
         if (!workers[worker].set(parts.part(part), bytes))
           return Error{Errc::corrupt,
                        fmt::format("{} bytes do not fit part {}", bytes.size(), part)};
         return 0;
       }},
      executor, watch, transport);
  if (!solved) return solved.error();
  return cells;
}

cluster::Traffic traffic(const Task& task, const family::Scope& scope, std::size_t ranks) {
  const Mirror mirror(scope.rules, scope.closure, task.sorted_only);
  const std::uint64_t positions =
      task.sorted_only ? sorted_positions(scope) : scope.closure_positions();
  return tiles::traffic_of_shared(Parts(scope, mirror).count(), positions * task.cell_bytes, ranks);
}

}  // namespace grundy::generic
