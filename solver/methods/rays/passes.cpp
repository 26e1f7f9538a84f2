#include "methods/rays/passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/tasks.hpp"
#include "kernels/ray/nimbers.hpp"
#include "methods/rays/cells.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/tile_solver.hpp"

namespace grundy::ray {
namespace {

std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0);
}

std::uint64_t slices_reached(const CellTask& task) {
  return static_cast<std::uint64_t>(std::ceil(estimated_slices(task)));
}

// A pass visits all tiles, and ends before the next one begins. If a state was resumed, each pass
// first adds the known cells to its sets, and does not solve tiles that are done.
template <class Cell>
class PassSweep {
 public:
  PassSweep(const CellTask& task, const Field& field, const tiles::TileGrid& grid,
            SortedCells& cells, memory::Block& sets)
      : task_(task),
        grid_(grid),
        tiles_(field, grid, cells.tile_strides()),
        cells_(cells),
        sets_(sets),
        stride_(field.lines.count * kernels::slice_words),
        resumed_{0, 0, std::vector<std::uint8_t>(grid.tiles())},
        now_{0, task.passes->slices, resumed_.done},
        open_(grid.tiles()) {}

  Status solve(parallel::Executor& executor, const tiles::Watch& watch) {
    bool begun = false;
    tiles::Resumable sweep(kernel, watch,
                           [&] { return state_of(begun ? now_ : resumed_, cells_.bytes()); });
    if (Status loaded = load_settled(sweep, task_.slices(), resumed_); !loaded) return loaded;
    begun = true;
    marks_ = watch.keeper && watch.keeper->saved();
    if (watch.solved) *watch.solved = 0;  // tiles count when they begin, as some begin again
    for (now_.first_slice = resumed_.first_slice; is_first_ || any_open();
         now_.first_slice += now_.slices) {
      if (Status passed = pass(sweep, executor, watch); !passed) return passed;
      is_first_ = false;
    }
    return {};
  }

 private:
  Status pass(tiles::Resumable& sweep, parallel::Executor& executor, const tiles::Watch& watch) {
    for (std::size_t tile = 0; tile < now_.done.size(); ++tile)
      now_.done[tile] = resumed_.knows(tile, last_slice());
    if (!is_first_) sets_.clear();
    parallel::OrderedTasks tasks(grid_.order());
    while (!tasks.all_done()) {
      tasks.run(
          executor, [&] { return !sweep.awaited(); },
          [&](std::size_t tile) {
            return grid_.all_below(tile, [&](std::size_t below) { return tasks.is_done(below); });
          },
          [&](std::size_t tile, std::size_t) {
            const std::uint64_t solved = solve(tile);
            if (watch.solved) watch.solved->fetch_add(solved, std::memory_order_relaxed);
            return true;
          });
      if (Status saved = sweep.reached(); !saved) return saved;
    }
    return {};
  }

  // Returns how many positions of the closure that solves, where an open one counts for its share
  // of the tile's images.
  std::uint64_t solve(std::size_t tile) {
    Cell* const cells = reinterpret_cast<Cell*>(cells_.tile(tile));
    const std::uint64_t known = is_first_ ? begin(tile, cells) : 0;
    const StageSets stage{sets(),
                          static_cast<std::uint32_t>(now_.first_slice * kernels::slice_values)};
    if (marks_) tiles_.mark(tile, cells, stage);
    std::uint64_t solved = 0;
    if (open_[tile] > 0 && now_.done[tile] == 0) {
      solved = tiles_.solve(tile, cells, stage);
      cells_.wrote_tile();
    }
    now_.done[tile] = 1;
    if (solved == 0) return known;
    const std::uint64_t before = open_[tile];
    open_[tile] = static_cast<std::uint32_t>(before - solved);
    if (open_[tile] == 0) cells_.mirror(tile);
    const std::uint64_t sorted = tiles_.sorted(tile, cells);
    return known + tiles_.settled_images(tile, sorted, open_[tile]) -
           tiles_.settled_images(tile, sorted, before);
  }

  // Returns how many positions were solved before.
  std::uint64_t begin(std::size_t tile, Cell* cells) {
    const std::uint64_t sorted = tiles_.sorted(tile, cells);
    const bool is_new = !resumed_.has_cells(tile);
    if (is_new) tiles_.open(tile, cells);
    const std::uint64_t open = is_new ? sorted : tiles_.open_in(tile, cells);
    open_[tile] = static_cast<std::uint32_t>(open);
    return tiles_.settled_images(tile, sorted, open);
  }

  bool any_open() const {
    return std::ranges::any_of(open_, [](std::uint32_t open) { return open > 0; });
  }
  std::uint64_t last_slice() const { return std::min(now_.end(), task_.slices()) - 1; }
  kernels::ValueSets sets() const {
    return {sets_.as<std::uint64_t>().data(), stride_, now_.slices * stride_};
  }

  const CellTask& task_;
  const tiles::TileGrid& grid_;
  StageTiles<Cell> tiles_;
  SortedCells& cells_;
  memory::Block& sets_;
  std::size_t stride_;
  Settled resumed_;
  Settled now_;
  bool is_first_ = true;             // of the passes of this run
  bool marks_ = false;               // whether cells may have values that are not in sets yet
  std::vector<std::uint32_t> open_;  // sorted positions of each tile
};

}  // namespace

CellTask in_passes_within(const CellTask& task, std::uint64_t bytes,
                          const std::filesystem::path& scratch) {
  const std::uint64_t held = memory_of(in_passes(task, {1, scratch})).cells;
  const std::uint64_t slices = bytes > held ? (bytes - held) / slice_bytes(task) : 0;
  return in_passes(task, {std::max<std::uint64_t>(slices, 1), scratch});
}

CellTask in_passes_by_count(const CellTask& task, std::uint64_t count,
                            const std::filesystem::path& scratch) {
  return in_passes(task, {quotient_up(slices_reached(task), count), scratch});
}

std::uint64_t estimated_passes(const CellTask& task) {
  return quotient_up(slices_reached(task), task.passes->slices);
}

Result<SortedCells> solve_in_passes(const CellTask& task, parallel::Executor& executor,
                                    const tiles::Watch& watch) {
  if (const Status listed = check_listed(task, 1); !listed) return listed.error();
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  auto cells = SortedCells::allocate(grid, task.cell_bytes, task.passes->scratch);
  if (!cells) return cells;
  auto sets = memory::Block::zeros(memory_of(task).lines);
  if (!sets) return sets.error();
  const ValueLines lines = number_lines(task.rays, task.groups, task.closure);
  const Field field{task.closure, lines, task.rays.starts,
                    axes_below(task.closure.dimensions(), task.groups)};
  const Status solved =
      task.cell_bytes == 2
          ? PassSweep<std::uint16_t>(task, field, grid, *cells, *sets).solve(executor, watch)
          : PassSweep<std::uint32_t>(task, field, grid, *cells, *sets).solve(executor, watch);
  if (!solved) return solved.error();
  return cells;
}

namespace {

std::uint64_t tiles_done(const Settled& settled) {
  return static_cast<std::uint64_t>(std::ranges::count(settled.done, 1));
}

}  // namespace

tiles::Resumable::State state_of(Settled& settled, std::span<std::byte> cells) {
  return {{settled.first_slice, settled.slices, tiles_done(settled)},
          {std::as_writable_bytes(std::span(settled.done)), cells}};
}

tiles::Resumable::State state_of(Settled& settled, tiles::StreamedPart cells) {
  tiles::Resumable::State state = state_of(settled, std::span<std::byte>());
  state.parts.pop_back();
  state.elsewhere = std::move(cells);
  return state;
}

Status load_settled(tiles::Resumable& sweep, std::uint64_t slices, Settled& settled) {
  const auto begin = sweep.begin({slices, slices, settled.done.size()});
  if (!begin) return begin.error();
  settled.first_slice = (*begin)[0];
  settled.slices = (*begin)[1];
  if (Status loaded = sweep.load(); !loaded) return loaded;
  if (tiles_done(settled) != (*begin)[2])
    return Error{Errc::corrupt, fmt::format("of {} tiles that the saved state says are solved it "
                                            "names {}",
                                            (*begin)[2], tiles_done(settled))};
  if (tiles_done(settled) == settled.done.size())
    settled = {std::min(settled.end(), slices), 0, std::vector<std::uint8_t>(settled.done.size())};
  return {};
}

}  // namespace grundy::ray
