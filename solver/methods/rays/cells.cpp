#include "methods/rays/cells.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/remoteness.hpp"
#include "kernels/ray/unions.hpp"
#include "methods/rays/passes.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/tile_solver.hpp"
#include "methods/rays/value_lines.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::ray {
namespace {

template <class Cell>
TileCells<Cell> cells_of(memory::Cells& cells, const tiles::TileGrid& grid, std::size_t tile,
                         const std::vector<std::int64_t>& strides) {
  return {cells.as<Cell>().data() + grid.box().rank(grid.tile(tile).low), strides};
}
template <class Cell>
TileCells<Cell> cells_of(SortedCells& cells, const tiles::TileGrid&, std::size_t tile,
                         const std::vector<std::int64_t>&) {
  return {reinterpret_cast<Cell*>(cells.tile(tile)), cells.tile_strides()};
}

void complete(memory::Cells&, std::size_t) {}
void complete(SortedCells& cells, std::size_t tile) {
  cells.mirror(tile);
}

// A tile that is begun is finished: solved twice, it would find its own values on its lines.
template <class Cell, class Values, class SolvePlane>
Status solve_tiles(const Field& field, memory::Block& lines, const tiles::TileGrid& grid,
                   Values& values, parallel::Executor& executor, const tiles::Watch& watch,
                   const SolvePlane& solve_plane) {
  const std::vector<std::int64_t> strides = grid.box().strides();
  const SourceOf<Values> source(values);
  return tiles::solve_tiles(
      {kernel,
       grid.order(),
       [&](std::size_t tile, const auto& holds) { return grid.all_below(tile, holds); },
       [&](std::size_t tile, std::size_t) -> Result<std::uint64_t> {
         TileSolver(field, grid.tile(tile), cells_of<Cell>(values, grid, tile, strides),
                    solve_plane)
             .solve();
         complete(values, tile);
         return grid.images(tile);
       },
       {values.bytes(), lines.as<std::byte>()},
       &source,
       [&](const Box& part) {
         Position last = part.high;
         grid.sort(last);
         return grid.tile_of(last);
       }},
      executor, watch);
}

// Calls use(Cell{}) with the type of the task's cells.
template <class Use>
Status with_cell(const CellTask& task, const Use& use) {
  if (task.cell_bytes == 4) return use(std::uint32_t{});
  if (task.cell_bytes == 2 || task.quantity == Quantity::remoteness) return use(std::uint16_t{});
  return use(std::uint8_t{});
}

std::vector<kernels::Gatherer> gatherers_of_lines(const Rays& rays) {
  std::vector<kernels::Gatherer> lines;
  for (const Gatherer& gatherer : gatherers_of(rays))
    lines.push_back({gatherer.from, gatherer.has_options});
  return lines;
}

// Calls solve(Cell{}, solve_plane) with what solves a plane of the task.
template <class Solve>
Status with_plane_solver(const CellTask& task, const kernels::ValueSets& sets, memory::Block& lines,
                         const Solve& solve) {
  const bool misere = task.convention == Convention::misere;
  const std::vector<kernels::Gatherer> gatherers = gatherers_of_lines(task.rays);
  if (task.quantity == Quantity::outcome)
    return solve(std::uint8_t{}, [&](const kernels::Plane<std::uint8_t>& plane) {
      kernels::solve_outcome_unions({{plane, gatherers}, lines.as<std::uint8_t>().data(), misere});
    });
  return with_cell(task, [&]<class Cell>(Cell cell) {
    using Plane = kernels::Plane<Cell>;
    if (task.quantity == Quantity::remoteness)
      return solve(cell, [&](const Plane& plane) {
        if constexpr (sizeof(Cell) > 1)
          kernels::solve_ray_remoteness(
              kernels::RemotenessPlane<Cell>{plane, lines.as<std::uint32_t>().data(), misere});
      });
    if (task.rays.cones.empty())
      return solve(cell, [&](const Plane& plane) {
        kernels::solve_ray_nimbers(kernels::NimberPlane<Cell>{plane, sets});
      });
    return solve(cell, [&](const Plane& plane) {
      kernels::solve_nimber_unions(
          kernels::NimberUnions<Cell>{{plane, gatherers}, sets, task.slices()});
    });
  });
}

template <class Values>
Result<RayCells> solve_into(Result<Values> values, const CellTask& task,
                            const tiles::TileGrid& grid, parallel::Executor& executor,
                            const tiles::Watch& watch) {
  if (!values) return values.error();
  const ValueLines numbers = number_lines(task.rays, task.groups, task.closure);
  auto lines = memory::Block::zeros(memory_of(task).lines);
  if (!lines) return lines.error();
  const Field field{task.closure, numbers, task.rays.starts,
                    axes_below(task.closure.dimensions(), task.groups)};
  const kernels::ValueSets sets{lines->as<std::uint64_t>().data(),
                                numbers.count * kernels::slice_words};
  const Status done =
      with_plane_solver(task, sets, *lines, [&]<class Cell>(Cell, const auto& solve_plane) {
        return solve_tiles<Cell>(field, *lines, grid, *values, executor, watch, solve_plane);
      });
  if (!done) return done.error();
  return RayCells(std::move(*values));
}

// Smaller sets are counted whole, and so are numbers for remoteness.
constexpr std::uint64_t sets_worth_estimating = std::uint64_t{1} << 25;
// On longer lines positions search longer for their values.
constexpr double positions_of_small_box = 0x1p18;
constexpr double side_of_small_box = 0x1p9;

Box scaled(const Box& box, double scale) {
  Box result = box;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    result.high[axis] = box.low[axis] + static_cast<std::int64_t>(
                                            static_cast<double>(box.extent(axis) - 1) * scale);
  return result;
}

double times_too_large(const Box& box) {
  double longest = side_of_small_box;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    longest = std::max(longest, static_cast<double>(box.extent(axis)));
  return static_cast<double>(*box.volume()) / positions_of_small_box * longest / side_of_small_box;
}

// The same rules in a box of the same shape that is small enough. Short axes shrink little, so all
// axes are scaled until that is enough.
CellTask smaller(const CellTask& task) {
  const auto factors = static_cast<double>(task.closure.dimensions() + 1);
  Box box = task.closure;
  for (double scale = 1; times_too_large(box) > 1.1; box = scaled(task.closure, scale))
    scale *= std::pow(times_too_large(box), -1 / factors);
  return plan_cells(task.rays, box, task.groups);
}

template <class Cell>
std::uint32_t largest_of(std::span<const std::byte> cells) {
  const std::span values{reinterpret_cast<const Cell*>(cells.data()), cells.size() / sizeof(Cell)};
  return *std::max_element(values.begin(), values.end());
}

// Cells without a meaning are 0.
std::uint32_t largest_cell(std::span<const std::byte> cells, unsigned width) {
  return width == 1   ? largest_of<std::uint8_t>(cells)
         : width == 2 ? largest_of<std::uint16_t>(cells)
                      : largest_of<std::uint32_t>(cells);
}

// The largest value divided by the proved bound on it, in a smaller box.
double part_of_bound(const CellTask& task) {
  const CellTask small = smaller(task);
  const auto executor = parallel::make_executor("serial", 1);
  if (small.largest_value == 0 || !executor) return 1;
  auto solved = solve_cells(small, **executor);
  if (!solved) return 1;
  const std::uint32_t largest =
      std::visit([](auto& cells) { return largest_cell(cells.bytes(), cells.width()); }, *solved);
  return static_cast<double>(largest) / static_cast<double>(small.largest_value);
}

}  // namespace

// A large box comes a little closer to its bound than a small one: 3 % in Wythoff's game up to
// 20,000. Twice that is added.
double estimated_slices(const CellTask& task) {
  const double reached =
      part_of_bound(task) * 1.06 * static_cast<double>(task.largest_value) / kernels::slice_values;
  return std::min(static_cast<double>(task.slices()), std::max(0.5, reached));
}

// Slices fill one after the other. Only some lines touch the last one that is reached: half of it
// is counted.
std::uint64_t solving_bytes(const CellTask& task) {
  constexpr std::uint64_t any_machine = std::uint64_t{1} << 56;
  const CellMemory most = memory_of(task);
  if (task.quantity != Quantity::nimber || task.passes || most.lines < sets_worth_estimating ||
      most.total() >= any_machine)
    return most.total();
  const auto slices = static_cast<double>(task.slices());
  const double part = std::min(1.0, (estimated_slices(task) + 0.5) / slices);
  return most.cells + static_cast<std::uint64_t>(static_cast<double>(most.lines) * part);
}

Result<RayCells> solve_cells(const CellTask& task, parallel::Executor& executor,
                             const tiles::Watch& watch) {
  if (task.passes) {
    auto cells = solve_in_passes(task, executor, watch);
    if (!cells) return cells.error();
    return RayCells(std::move(*cells));
  }
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  if (task.groups.empty())
    return solve_into(memory::Cells::allocate(task.closure, task.cell_bytes), task, grid, executor,
                      watch);
  return solve_into(SortedCells::allocate(grid, task.cell_bytes), task, grid, executor, watch);
}

}  // namespace grundy::ray
