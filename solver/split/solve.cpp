#include "split/solve.hpp"

#include <fmt/format.h>

#include <atomic>
#include <deque>

#include "split/kernel.hpp"
#include "split/tile.hpp"
#include "tiles/ordered_tiles.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::split {
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

Status solve_board(const TileRules& rules, const Box& closure, Board& board,
                   parallel::Executor& executor, const tiles::Watch& watch) {
  const tiles::TileGrid grid(indices_of(closure), {}, tile_sides(closure.dimensions()));
  std::deque<Tile> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i) workers.emplace_back(rules, board);
  unsigned largest = 0;  // of all values so far
  const std::atomic_ref shared_largest(largest);
  const auto solve = [&](std::size_t number, std::size_t worker) -> Result<std::uint64_t> {
    const Box tile = grid.tile(number);
    const unsigned found =
        workers[worker].solve(tile, shared_largest > kernels::largest_narrow_nimber);
    if (found > kernels::largest_split_nimber) return larger_nimbers();
    unsigned before = shared_largest;
    while (before < found && !shared_largest.compare_exchange_weak(before, found)) {
    }
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
       }},
      executor, watch);
}

}  // namespace

std::uint64_t memory_bytes(const Splits& splits, const Box& closure) {
  return Board::bytes(closure, reach(splits, closure)) + *closure.volume();
}

Result<memory::Cells> solve(const Splits& splits, const Box& closure, parallel::Executor& executor,
                            const tiles::Watch& watch) {
  auto board = Board::make(closure, reach(splits, closure), executor);
  if (!board) return board.error();
  const TileRules rules(splits, closure, *board);
  if (const Status done = solve_board(rules, closure, *board, executor, watch); !done)
    return done.error();
  return board->copy(executor);
}

}  // namespace grundy::split
