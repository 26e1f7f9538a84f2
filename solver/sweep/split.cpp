#include "sweep/split.hpp"

#include <fmt/format.h>

#include <deque>

#include "sweep/resumable.hpp"
#include "sweep/split_tile.hpp"
#include "sweep/tile_grid.hpp"

namespace grundy::sweep {
namespace {

Box indices_of(const Box& box) {
  Box indices{Position(box.dimensions(), 0), {}};
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    indices.high.push_back(box.extent(axis) - 1);
  return indices;
}

class SplitSweep {
 public:
  SplitSweep(const SplitRules& rules, const Box& closure, SplitBoard& board,
             parallel::Executor& executor, const Hooks& hooks)
      : grid_(indices_of(closure), {}, split_tile_sides(closure.dimensions())),
        executor_(executor),
        hooks_(hooks),
        sweep_(plan::Kernel::split, hooks, [&] {
          return Resumable::State{{wave_, largest_}, {std::as_writable_bytes(board.cells())}};
        }) {
    for (std::size_t worker = 0; worker < executor.threads(); ++worker)
      workers_.emplace_back(rules, board);
  }

  Status solve() {
    const auto begin = sweep_.begin({grid_.waves(), kernels::largest_split_nimber});
    if (!begin) return begin.error();
    wave_ = (*begin)[0];
    largest_ = static_cast<unsigned>((*begin)[1]);
    if (Status loaded = sweep_.load(); !loaded) return loaded;
    while (wave_ < grid_.waves()) {
      solve_wave();
      if (too_large())
        return Error{Errc::unsupported,
                     fmt::format("the kernel for splits holds nimbers up to {}, and there are "
                                 "larger ones",
                                 kernels::largest_split_nimber)};
      if (sweep_.stopped()) return sweep_.interrupted();
      ++wave_;
      if (Status saved = sweep_.reached(); !saved) return saved;
    }
    return {};
  }

 private:
  bool too_large() const { return largest_ > kernels::largest_split_nimber; }

  void solve_wave() {
    const auto tiles = grid_.wave(wave_);
    executor_.for_each(tiles.size(), [&](std::size_t task, std::size_t worker) {
      if (!too_large() && !sweep_.stopped()) solve_tile(grid_.tile(tiles[task]), workers_[worker]);
    });
  }

  void solve_tile(const Box& tile, SplitTile& worker) {
    const unsigned largest = worker.solve(tile, largest_ > kernels::largest_narrow_nimber);
    unsigned before = largest_;
    while (before < largest && !largest_.compare_exchange_weak(before, largest)) {
    }
    if (hooks_.solved) *hooks_.solved += *tile.volume();
  }

  TileGrid grid_;
  parallel::Executor& executor_;
  const Hooks& hooks_;
  Resumable sweep_;
  std::deque<SplitTile> workers_;
  std::size_t wave_ = 0;
  std::atomic<unsigned> largest_{0};  // of all values so far
};

}  // namespace

std::uint64_t split_memory_bytes(const plan::Splits& splits, const Box& closure) {
  return SplitBoard::bytes(closure, reach(splits, closure)) + *closure.volume();
}

Result<Cells> solve_splits(const plan::Splits& splits, const Box& closure,
                           parallel::Executor& executor, const Hooks& hooks) {
  auto board = SplitBoard::make(closure, reach(splits, closure), executor);
  if (!board) return board.error();
  const SplitRules rules(splits, closure, *board);
  if (const Status done = SplitSweep(rules, closure, *board, executor, hooks).solve(); !done)
    return done.error();
  return board->copy(executor);
}

}  // namespace grundy::sweep
