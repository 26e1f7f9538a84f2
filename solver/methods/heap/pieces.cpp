#include "methods/heap/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/block.hpp"
#include "base/cell_window.hpp"
#include "methods/heap/pieces_blocks.hpp"
#include "tiles/watch.hpp"

namespace grundy::pieces {

using family::Scope;

Result<family::Recognised<PiecesGame>> Family::recognise(const Scope& scope) {
  auto game = recognise_pieces(scope.rules, scope.closure_positions());
  if (!game) return game.error();
  const std::uint64_t nimbers = game->nimbers;
  family::Recognised<PiecesGame> found{
      {"a heap is left in parts: sets of nimbers grow from heap to heap"}, *std::move(game)};
  found.limit = fmt::format("nimbers above {}", nimbers - 1);
  return found;
}

family::Bytes Family::bytes(const PiecesGame& game, const Scope& scope) {
  return {memory_bytes(game, scope.threads)};
}

family::SolvedCells Family::solve(const PiecesGame& game, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = pieces::solve(game, scope.closure, executor, watch);
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

using family::HeapMove;

namespace {

constexpr std::uint64_t first_heaps = 512;
constexpr std::uint64_t most_nimbers_of_first = 1 << 13;
constexpr std::uint64_t most_sets_of_first = 1 << 18;
constexpr double most_nimbers = 1 << 24;
constexpr std::uint64_t most_heaps = std::uint64_t{1} << 31;
constexpr std::uint64_t least_room = 64;
constexpr double reserve = 2;  // in case they grow somewhat faster later

// Whether all parts have the same least size, or one more each where parts must differ.
bool are_alike(const HeapMove& move) {
  for (std::size_t i = 1; i < move.parts(); ++i)
    if (move.least[i] != move.least[i - 1] + (move.unlike ? 1 : 0)) return false;
  return true;
}

bool is_solved_here(const HeapMove& move) {
  using Total = HeapMove::Total;
  const bool gathers = move.total != Total::exact;
  if (gathers && (move.from > 0 || move.upto)) return false;
  if (move.total == Total::each) return are_alike(move);
  return move.parts() < 3 || (!move.unlike && are_alike(move));
}

std::uint32_t largest(const std::vector<std::uint32_t>& nimbers, std::size_t count) {
  return *std::max_element(nimbers.begin(), nimbers.begin() + static_cast<std::ptrdiff_t>(count));
}

// Nimbers of most games grow as a power of the heap, mostly the first or less.
double expected_nimbers(const std::vector<std::uint32_t>& first, std::uint64_t heaps) {
  const std::size_t count = first.size();
  const double expected = largest(first, count) + 1.0;
  if (heaps <= count) return expected;
  const double before = largest(first, count / 2) + 1.0;
  const double power = std::log2(expected / before);
  const double times = static_cast<double>(heaps) / static_cast<double>(count);
  return expected * reserve * std::pow(times, power);
}

std::uint64_t room_for(std::uint64_t nimbers) {
  return std::bit_ceil(std::max(least_room, nimbers));
}

}  // namespace

Result<PiecesGame> recognise_pieces(const rules::Rules& rules, std::uint64_t heaps) {
  auto moves = family::heap_moves(rules);
  if (!moves) return moves.error();
  PiecesGame game{std::move(*moves), heaps, 0};
  if (!std::all_of(game.moves.begin(), game.moves.end(), is_solved_here))
    return family::does_not_apply("parts of unlike least sizes, or not for every heap");
  if (heaps > most_heaps) return family::does_not_apply("there are more than 2^31 heaps");
  const PiecesGame begin{game.moves, std::min(heaps, first_heaps), most_nimbers_of_first};
  if (Layout(begin).sets > most_sets_of_first)
    return family::does_not_apply("parts are much larger than the heaps");
  const auto first = solve_first(begin);
  const double expected = first ? expected_nimbers(*first, heaps) : 2 * most_nimbers;
  if (expected > most_nimbers) return family::does_not_apply("nimbers grow too fast");
  game.nimbers = room_for(static_cast<std::uint64_t>(expected));
  return game;
}

namespace {

// Seconds on one thread. Words are counted as if sets were full: about twice as many as are used on
// average.
constexpr double to_begin = 3e-4;
constexpr double for_pair = 0.5e-9;
constexpr double for_word_of_pairs = 1e-9;
constexpr double for_row = 1.5e-8;
constexpr double for_word = 0.15e-9;
constexpr double for_heap = 2e-7;

}  // namespace

double Family::seconds(const PiecesGame& game, const Scope& scope) {
  const auto heaps = static_cast<double>(game.heaps);
  const Layout layout(game);
  const double words = static_cast<double>(game.nimbers) / 64;
  const auto pairs = static_cast<double>(layout.pairs.size());
  const auto triples = static_cast<double>(layout.triples.size());
  // A total has half as many pairs, and rows for a third of its parts; the mean total is half of
  // the heaps.
  const double shared = heaps * (pairs * (heaps / 4 * for_pair + words * for_word_of_pairs) +
                                 triples * heaps / 6 * (for_row + words * for_word));
  const double alone =
      heaps * (for_heap + static_cast<double>(game.moves.size()) * words * for_word);
  return to_begin + shared / static_cast<double>(scope.threads) + alone;
}

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

// Continues after the first `solved` heaps.
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
