#include "methods/splits/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>

#include "base/cell_window.hpp"
#include "kernels/split/split.hpp"
#include "methods/splits/tile.hpp"
#include "tiles/on_ranks.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::split {

using family::Scope;

constexpr double positions_per_second = 4e7;  // of one thread

namespace {

family::SharedWork shared_work(const Splits& splits, const Scope& scope) {
  const tiles::TileGrid grid = tiles_of(scope.closure);
  return {grid.tiles(), grid.waves(), traffic(splits, scope.closure, scope.ranks.count),
          memory_bytes(splits, scope.closure)};
}

}  // namespace

Result<family::Recognised<Splits>> Family::recognise(const Scope& scope) {
  auto splits = recognise_splits(scope.rules);
  if (!splits) return splits.error();
  family::Recognised<Splits> found{
      {"every option is a sum of two parts along one axis, or a fixed step"}, std::move(*splits)};
  found.limit = fmt::format("nimbers above {}", kernels::largest_split_nimber);
  if (scope.ranks.count > 1)
    found.ranks = family::shared_ranks(shared_work(found.task, scope), scope);
  return found;
}

family::Bytes Family::bytes(const Splits& splits, const Scope& scope) {
  const std::uint64_t ranks = family::ranks_here(scope);
  return {ranks * memory_bytes(splits, scope.closure) +
          (ranks == 1 ? 0 : ranks * family::bytes_of_local_rank)};
}

double Family::seconds(const Splits&, const Scope& scope) {
  return static_cast<double>(scope.closure_positions()) / positions_per_second /
         static_cast<double>(scope.threads);
}

family::SolvedCells Family::solve(const Splits& splits, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = tiles::on_ranks(
      scope.ranks.count, family::rank_of(scope, watch), executor, watch,
      [&](cluster::Transport* transport, parallel::Executor& own, const tiles::Watch& part) {
        return split::solve(splits, scope.closure, own, part, transport);
      });
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

namespace {

Box indices_of(const Box& box) {
  Box indices{Position(box.dimensions(), 0), {}};
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    indices.high.push_back(box.extent(axis) - 1);
  return indices;
}

Error larger_nimbers() {
  return {Errc::unsupported,
          fmt::format("the kernel for splits holds nimbers up to {}, and there are larger ones",
                      kernels::largest_split_nimber)};
}

void raise(const std::atomic_ref<unsigned>& largest, unsigned found) {
  unsigned before = largest;
  while (before < found && !largest.compare_exchange_weak(before, found)) {
  }
}

Status solve_board(const TileRules& rules, const Box& closure, Board& board,
                   parallel::Executor& executor, const tiles::Watch& watch,
                   cluster::Transport* transport) {
  const tiles::TileGrid grid = tiles_of(closure);
  std::deque<Tile> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i) workers.emplace_back(rules, board);
  unsigned largest = 0;  // of all values so far
  const std::atomic_ref shared_largest(largest);
  const auto solve = [&](std::size_t number, std::size_t worker) -> Result<std::uint64_t> {
    const Box tile = grid.tile(number);
    const unsigned found =
        workers[worker].solve(tile, shared_largest > kernels::largest_narrow_nimber);
    if (found > kernels::largest_split_nimber) return larger_nimbers();
    raise(shared_largest, found);
    return *tile.volume();
  };
  const auto set = [&](std::size_t number, std::span<const std::byte> bytes,
                       std::size_t worker) -> Result<std::uint64_t> {
    const Box tile = grid.tile(number);
    if (!workers[worker].set(tile, bytes))
      return Error{Errc::corrupt, fmt::format("{} bytes do not fit the tile that begins at {}",
                                              bytes.size(), to_string(tile.low))};
    const auto largest_byte = std::ranges::max_element(bytes);
    if (!bytes.empty()) raise(shared_largest, static_cast<unsigned>(*largest_byte));
    return *tile.volume();
  };
  const ViewSource source(
      {reinterpret_cast<const std::byte*>(board.cells().data()) + board.origin(), 1, closure,
       board.strides()});
  return tiles::solve_tiles(
      {kernel,
       grid.order(),
       [&](std::size_t tile, const auto& holds) { return grid.all_below(tile, holds); },
       solve,
       {std::as_writable_bytes(board.cells()), std::as_writable_bytes(std::span(&largest, 1))},
       &source,
       [&](const Box& part) {
         Position last = part.high;
         for (std::size_t axis = 0; axis < last.size(); ++axis) last[axis] -= closure.low[axis];
         return grid.tile_of(last);
       },
       [&](std::size_t tile, std::size_t worker) { return workers[worker].pack(grid.tile(tile)); },
       set},
      executor, watch, transport);
}

}  // namespace

tiles::TileGrid tiles_of(const Box& closure) {
  return {indices_of(closure), {}, tile_sides(closure.dimensions())};
}

std::uint64_t memory_bytes(const Splits& splits, const Box& closure) {
  return Board::bytes(closure, reach(splits, closure)) + *closure.volume();
}

cluster::Traffic traffic(const Splits& splits, const Box& closure, std::size_t ranks) {
  const tiles::TileGrid grid = tiles_of(closure);
  const Symmetry symmetry(closure, splits.symmetric, closure.strides());
  std::uint64_t bytes = 0;
  for (std::size_t number = 0; number < grid.tiles(); ++number) {
    const Box tile = grid.tile(number);
    for_each_row(tile, [&](const Position& row) {
      if (symmetry.first_sorted(row) <= tile.high.back())
        bytes += static_cast<std::uint64_t>(tile.extent(tile.dimensions() - 1));
    });
  }
  return tiles::traffic_of_shared(grid.tiles(), bytes, ranks);
}

Result<memory::Cells> solve(const Splits& splits, const Box& closure, parallel::Executor& executor,
                            const tiles::Watch& watch, cluster::Transport* transport) {
  auto board = Board::make(closure, reach(splits, closure), executor);
  if (!board) return board.error();
  const TileRules rules(splits, closure, *board);
  if (const Status done = solve_board(rules, closure, *board, executor, watch, transport); !done)
    return done.error();
  return board->copy(executor);
}

}  // namespace grundy::split
