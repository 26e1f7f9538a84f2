#include "ray/passes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/ray/nimbers.hpp"
#include "ray/cells.hpp"
#include "ray/kernel.hpp"
#include "ray/tile_solver.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::ray {
namespace {

std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0);
}

std::uint64_t slices_reached(const CellTask& task) {
  return static_cast<std::uint64_t>(std::ceil(foretold_slices(task)));
}

// Tile t of pass p is number p * tiles + t. The first tile of a pass waits for the last one of the
// pass before: with it all of that pass is done, and its sets may go.
template <class Cell>
class Passing {
 public:
  Passing(const CellTask& task, const Field& field, const tiles::TileGrid& grid, SortedCells& cells,
          memory::Block& sets)
      : task_(task),
        field_(field),
        grid_(grid),
        cells_(cells),
        sets_(sets),
        stride_(field.lines.count * kernels::slice_words),
        open_(grid.tiles()) {}

  std::uint64_t passes() const { return task_.most_passes(); }

  Status solve(parallel::Executor& executor, const tiles::Watch& watch) {
    return tiles::solve_tiles(
        {kernel,
         order(),
         [&](std::size_t number, const auto& holds) { return all_before(number, holds); },
         [&](std::size_t number, std::size_t) -> Result<std::uint64_t> { return solve(number); },
         {cells_.bytes(), sets_.as<std::byte>(), std::as_writable_bytes(std::span(open_))}},
        executor, watch);
  }

 private:
  std::vector<std::uint32_t> order() const {
    const std::vector<std::uint32_t> once = grid_.order();
    std::vector<std::uint32_t> all;
    all.reserve(once.size() * passes());
    for (std::uint64_t pass = 0; pass < passes(); ++pass)
      for (const std::uint32_t tile : once)
        all.push_back(static_cast<std::uint32_t>(pass * once.size() + tile));
    return all;
  }

  template <class Holds>
  bool all_before(std::size_t number, const Holds& holds) const {
    const std::size_t tile = number % grid_.tiles();
    const std::size_t pass_begin = number - tile;
    if (tile == 0) return pass_begin == 0 || holds(pass_begin - 1);
    return grid_.all_below(tile, [&](std::size_t below) { return holds(pass_begin + below); });
  }

  // How many positions of the closure that makes, where an open one counts for its part of the
  // tile's images.
  std::uint64_t solve(std::size_t number) {
    const std::size_t tile = number % grid_.tiles();
    const std::size_t pass = number / grid_.tiles();
    if (pass > 0 && tile == 0) sets_.clear();
    if (pass == 0) open(tile);
    const std::uint64_t before = pass == 0 ? sorted_positions(tile) : open_[tile];
    if (before == 0) return 0;
    std::uint64_t solved = 0;
    for_each_plane(tile, [&](const kernels::Plane<Cell>& plane) {
      solved += kernels::solve_ray_stage(kernels::NimberStage<Cell>{
          plane, sets(), static_cast<std::uint32_t>(pass * stage_values())});
    });
    open_[tile] = static_cast<std::uint32_t>(before - solved);
    if (open_[tile] == 0) cells_.mirror(tile);
    cells_.wrote_tile();
    return settled_images(tile, open_[tile]) - settled_images(tile, before);
  }

  void open(std::size_t tile) {
    std::fill_n(first_cell(tile), cells_.cells_of_tile(), kernels::open_cell<Cell>);
  }

  std::uint64_t sorted_positions(std::size_t tile) const {
    std::uint64_t positions = 0;
    for_each_plane(tile,
                   [&](const kernels::Plane<Cell>& plane) { positions += plane.positions(); });
    return positions;
  }

  std::uint64_t settled_images(std::size_t tile, std::uint64_t open) const {
    const std::uint64_t sorted = sorted_positions(tile);
    return grid_.images(tile) * (sorted - open) / sorted;
  }

  template <class Use>
  void for_each_plane(std::size_t tile, const Use& use) const {
    TileSolver(field_, grid_.tile(tile), TileCells<Cell>{first_cell(tile), cells_.tile_strides()},
               use)
        .solve();
  }

  Cell* first_cell(std::size_t tile) const { return reinterpret_cast<Cell*>(cells_.tile(tile)); }
  std::uint64_t stage_values() const { return task_.passes->slices * kernels::slice_values; }
  kernels::ValueSets sets() const {
    return {sets_.as<std::uint64_t>().data(), stride_, task_.passes->slices * stride_};
  }

  const CellTask& task_;
  const Field& field_;
  const tiles::TileGrid& grid_;
  SortedCells& cells_;
  memory::Block& sets_;
  std::size_t stride_;
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

std::uint64_t foretold_passes(const CellTask& task) {
  return quotient_up(slices_reached(task), task.passes->slices);
}

Result<SortedCells> solve_in_passes(const CellTask& task, parallel::Executor& executor,
                                    const tiles::Watch& watch) {
  if (const Status listed = check_listed(task, task.most_passes()); !listed) return listed.error();
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
          ? Passing<std::uint16_t>(task, field, grid, *cells, *sets).solve(executor, watch)
          : Passing<std::uint32_t>(task, field, grid, *cells, *sets).solve(executor, watch);
  if (!solved) return solved.error();
  return cells;
}

}  // namespace grundy::ray
