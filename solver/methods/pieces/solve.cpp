#include "methods/pieces/solve.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/block.hpp"
#include "base/cell_window.hpp"
#include "methods/pieces/block_solver.hpp"
#include "methods/pieces/kernel.hpp"
#include "tiles/watch.hpp"

namespace grundy::pieces {
namespace {

using Value = std::uint32_t;

unsigned cell_bytes(const PiecesGame& game) {
  return game.nimbers <= 1 << 8 ? 1 : game.nimbers <= 1 << 16 ? 2 : 4;
}

std::uint64_t bytes_of_sets(const PiecesGame& game) {
  return Layout(game).sets * (game.nimbers / 8);
}

Error too_large(const PiecesGame& game, std::uint64_t heap) {
  return {Errc::unsupported, fmt::format("heap {} has a nimber above {}", heap, game.nimbers - 1)};
}

// Goes on from `solved` heaps.
Status solve_blocks(const PiecesGame& game, BlockSolver& solver, std::uint64_t& solved,
                    parallel::Executor& executor, const tiles::Watch& watch,
                    tiles::Resumable& sweep) {
  while (solved < game.heaps) {
    const auto first = static_cast<std::int64_t>(solved);
    const auto end = std::min(first + heaps_in_block, static_cast<std::int64_t>(game.heaps));
    const std::int64_t count = solver.solve(first, end, executor);
    if (count < end - first) return too_large(game, solved + static_cast<std::uint64_t>(count));
    solved += static_cast<std::uint64_t>(count);
    if (watch.solved) *watch.solved += static_cast<std::uint64_t>(count);
    if (Status saved = sweep.reached(); !saved) return saved;
  }
  return {};
}

// The values of all heaps, in `block`.
Status solve_values(const PiecesGame& game, memory::Block& block, parallel::Executor& executor,
                    const tiles::Watch& watch) {
  auto sets = memory::Block::zeros(bytes_of_sets(game));
  if (!sets) return sets.error();
  const std::span<Value> values = block.as<Value>();
  std::uint64_t solved = 0;
  tiles::Resumable sweep(kernel, watch, [&] {
    return tiles::Resumable::State{{solved}, {block.as<std::byte>(), sets->as<std::byte>()}};
  });
  const auto begin = sweep.begin({game.heaps});
  if (!begin) return begin.error();
  solved = begin->front();
  if (Status loaded = sweep.load(); !loaded) return loaded;
  if (std::any_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(solved),
                  [&](Value value) { return value >= game.nimbers; }))
    return Error{Errc::corrupt, "the saved state has nimbers that are too large"};
  const Layout layout(game);
  BlockSolver solver(game, layout, sets->as<std::uint64_t>(), values, executor.threads());
  return solve_blocks(game, solver, solved, executor, watch, sweep);
}

}  // namespace

Result<memory::Cells> solve(const PiecesGame& game, const Box& closure,
                            parallel::Executor& executor, const tiles::Watch& watch) {
  auto values = memory::Block::zeros(game.heaps * sizeof(Value));
  if (!values) return values.error();
  if (Status solved = solve_values(game, *values, executor, watch); !solved) return solved.error();
  auto cells = memory::Cells::allocate(closure, cell_bytes(game));
  if (!cells) return cells.error();
  with_cell_type(cells->width(), [&]<class Cell>(Cell) {
    std::ranges::transform(values->as<Value>(), cells->as<Cell>().begin(),
                           [](Value value) { return static_cast<Cell>(value); });
  });
  return cells;
}

Result<std::vector<std::uint32_t>> solve_first(const PiecesGame& game) {
  const Layout layout(game);
  std::vector<std::uint64_t> sets(bytes_of_sets(game) / sizeof(std::uint64_t));
  std::vector<Value> values(game.heaps);
  const auto alone = parallel::make_executor("serial", 1);
  if (!alone) return alone.error();
  BlockSolver solver(game, layout, sets, values, 1);
  const tiles::Watch nobody;
  tiles::Resumable sweep(kernel, nobody, [] { return tiles::Resumable::State{}; });
  std::uint64_t solved = 0;
  if (Status done = solve_blocks(game, solver, solved, **alone, nobody, sweep); !done)
    return done.error();
  return values;
}

std::uint64_t memory_bytes(const PiecesGame& game, std::size_t threads) {
  const bool sorts = !Layout(game).triples.empty();
  const std::uint64_t heap = sizeof(Value) + cell_bytes(game) + (sorts ? sizeof(std::uint32_t) : 0);
  const std::uint64_t scratch = game.nimbers + game.nimbers / 8;
  return heap * game.heaps + bytes_of_sets(game) + threads * scratch +
         (sorts ? 2 * sizeof(std::size_t) * game.nimbers : 0);
}

}  // namespace grundy::pieces
