#include "methods/offsets/solve_cells.hpp"

#include <deque>

#include "base/cell_window.hpp"
#include "methods/offsets/cell_worker.hpp"
#include "methods/offsets/kernel.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::offset {
namespace {

template <class Cell>
Status solve_board(const CellRows& cells, Convention convention, Board& board,
                   memory::Cells& values, parallel::Executor& executor, const tiles::Watch& watch) {
  std::deque<CellWorker<Cell>> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i)
    workers.emplace_back(cells, convention, board, values);
  const tiles::Schedule schedule = cells.rows.schedule();
  return tiles::solve_tiles(
      {kernel,
       schedule.tiles_in_order(),
       [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
       [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
         const std::uint64_t solved = workers[worker].solve_tile(schedule.tile(tile), watch.stop);
         if (watch.stop && *watch.stop) return Error{Errc::interrupted, "interrupted"};
         return solved;
       },
       {values.bytes(), board.bytes()}},
      executor, watch);
}

}  // namespace

Result<memory::Cells> solve(const CellRows& cells, Convention convention,
                            parallel::Executor& executor, const tiles::Watch& watch) {
  auto board = Board::make(cells);
  if (!board) return board.error();
  auto values = memory::Cells::allocate(cells.box, cells.width);
  if (!values) return values.error();
  // On all threads, where tiles follow one another.
  values->take_pages(executor, watch.stop);
  const Status done = with_cell_type(cells.width, [&]<class Cell>(Cell) {
    return solve_board<Cell>(cells, convention, *board, *values, executor, watch);
  });
  if (!done) return done.error();
  return std::move(*values);
}

std::uint64_t memory_bytes(const CellRows& cells, std::size_t threads) {
  return Board::bytes(cells) + value_bytes(cells) + threads * cell_worker_bytes(cells);
}

std::uint64_t value_bytes(const CellRows& cells) {
  return *cells.box.volume() * cells.width;
}

}  // namespace grundy::offset
