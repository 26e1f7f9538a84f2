#include "ray/nimbers.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/ray/nimbers.hpp"
#include "ray/kernel.hpp"
#include "ray/value_lines.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::ray {
namespace {

constexpr std::size_t no_axis = max_dimensions;

// What all tiles share.
struct Field {
  const Box& closure;
  const ValueLines& lines;
  kernels::ValueSets sets;
  std::vector<std::size_t> below;  // by coordinate: the one before it in its group, or no_axis
};

// Where the cells of a tile are.
template <class Cell>
struct TileCells {
  Cell* first;  // the value at the tile's low corner
  const std::vector<std::int64_t>& strides;
};

std::vector<std::size_t> axes_below(std::size_t dimensions, const AxisGroups& groups) {
  std::vector<std::size_t> below(dimensions, no_axis);
  for (const auto& group : groups)
    for (std::size_t i = 1; i < group.size(); ++i) below[group[i]] = group[i - 1];
  return below;
}

// Solves the sorted positions of a tile plane by plane. The last two coordinates span the
// planes, rows along the last but one.
template <class Cell>
class TileSolver {
 public:
  TileSolver(const Field& field, const Box& tile, const TileCells<Cell>& cells)
      : field_(field),
        tile_(tile),
        cells_(cells),
        at_(tile.low),
        column_(at_.size() - 1),
        apart_(is_apart()) {
    lines_.resize(field.lines.numbers.size());
  }

  void solve() { solve_from(0); }

 private:
  std::int64_t lowest(std::size_t axis) const {
    const std::size_t below = field_.below[axis];
    return below == no_axis ? tile_.low[axis] : std::max(tile_.low[axis], at_[below]);
  }

  // Of positions whose coordinates do not meet, lines of different directions have different keys,
  // folded or not (ray/value_lines.hpp).
  bool is_apart() const {
    for (std::size_t axis = 0; axis < at_.size(); ++axis) {
      const std::size_t below = field_.below[axis];
      if (below != no_axis && tile_.low[axis] <= tile_.high[below]) return false;
    }
    return true;
  }

  void solve_from(std::size_t axis) {
    if (axis + 1 >= column_) return solve_plane();
    for (at_[axis] = lowest(axis); at_[axis] <= tile_.high[axis]; ++at_[axis]) solve_from(axis + 1);
  }

  void solve_plane() {
    const bool has_rows = column_ > 0;
    const std::size_t row = has_rows ? column_ - 1 : column_;
    at_[row] = lowest(row);
    const std::int64_t rows = has_rows ? tile_.high[row] - at_[row] + 1 : 1;
    const bool slanted = has_rows && field_.below[column_] == row;
    at_[column_] = slanted ? tile_.low[column_] : lowest(column_);
    const std::int64_t columns = tile_.high[column_] - at_[column_] + 1;
    if (rows <= 0 || columns <= 0) return;
    for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i] = line(i, row, has_rows);
    kernels::solve_ray_nimbers(kernels::NimberPlane<Cell>{
        field_.sets, lines_, rows, columns, slanted ? at_[row] - at_[column_] : -rows, apart_,
        cell(), has_rows ? cells_.strides[row] : 0, cells_.strides[column_]});
  }

  kernels::ValueLine line(std::size_t direction, std::size_t row, bool has_rows) const {
    const LineNumber& number = field_.lines.numbers[direction];
    std::int64_t first = number.origin;
    for (std::size_t axis = 0; axis < at_.size(); ++axis)
      first += number.steps[axis] * (at_[axis] - field_.closure.low[axis]);
    return {first, has_rows ? number.steps[row] : 0, number.steps[column_]};
  }

  Cell* cell() const {
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < at_.size(); ++axis)
      offset += cells_.strides[axis] * (at_[axis] - tile_.low[axis]);
    return cells_.first + offset;
  }

  const Field& field_;
  const Box& tile_;
  const TileCells<Cell>& cells_;
  Position at_;
  std::size_t column_;
  bool apart_;  // no coordinate of the tile may equal another one of its group
  std::vector<kernels::ValueLine> lines_;
};

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

// A tile that is begun is finished: solving one twice would meet its own values in the sets.
template <class Cell, class Values>
Status solve_cells(const Field& field, memory::Block& sets, const tiles::TileGrid& grid,
                   Values& values, parallel::Executor& executor, const tiles::Watch& watch) {
  const std::vector<std::int64_t> strides = grid.box().strides();
  return tiles::solve_tiles(
      {kernel,
       grid.order(),
       [&](std::size_t tile, const auto& holds) { return grid.all_below(tile, holds); },
       [&](std::size_t tile, std::size_t) -> Result<std::uint64_t> {
         TileSolver<Cell>(field, grid.tile(tile), cells_of<Cell>(values, grid, tile, strides))
             .solve();
         return grid.images(tile);
       },
       {values.bytes(), sets.as<std::byte>()}},
      executor, watch);
}

template <class Values>
Result<NimberCells> solve_into(Result<Values> values, const NimberTask& task,
                               const tiles::TileGrid& grid, parallel::Executor& executor,
                               const tiles::Watch& watch) {
  if (!values) return values.error();
  const ValueLines lines = number_lines(task.rays, task.groups, task.closure);
  auto sets = memory::Block::zeros(memory_of(task).sets);
  if (!sets) return sets.error();
  const Field field{task.closure,
                    lines,
                    {sets->as<std::uint64_t>().data(), lines.count * kernels::slice_words},
                    axes_below(task.closure.dimensions(), task.groups)};
  const Status done =
      task.cell_bytes == 1 ? solve_cells<std::uint8_t>(field, *sets, grid, *values, executor, watch)
      : task.cell_bytes == 2
          ? solve_cells<std::uint16_t>(field, *sets, grid, *values, executor, watch)
          : solve_cells<std::uint32_t>(field, *sets, grid, *values, executor, watch);
  if (!done) return done.error();
  return NimberCells(std::move(*values));
}

// Sets that take less are counted whole.
constexpr std::uint64_t sets_worth_foretelling = std::uint64_t{1} << 25;
constexpr double positions_of_small_box = 0x1p18;

// The rules and the shape of the closure, at most positions_of_small_box large.
NimberTask smaller(const NimberTask& task) {
  const auto dimensions = static_cast<double>(task.closure.dimensions());
  const auto volume = static_cast<double>(*task.closure.volume());
  const double scale = std::pow(std::min(1.0, positions_of_small_box / volume), 1 / dimensions);
  Box box = task.closure;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    box.high[axis] =
        box.low[axis] +
        static_cast<std::int64_t>(static_cast<double>(task.closure.extent(axis) - 1) * scale);
  return plan_nimbers(task.rays, box, task.groups);
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

// The largest value as a part of the proved bound on it, in a smaller box.
double part_of_bound(const NimberTask& task) {
  const NimberTask small = smaller(task);
  const auto executor = parallel::make_executor("serial", 1);
  if (small.largest_value == 0 || !executor) return 1;
  auto solved = solve_nimbers(small, **executor);
  if (!solved) return 1;
  const std::uint32_t largest =
      std::visit([](auto& cells) { return largest_cell(cells.bytes(), cells.width()); }, *solved);
  return static_cast<double>(largest) / static_cast<double>(small.largest_value);
}

}  // namespace

// Slices fill one after the other, and the last one that is reached is touched by some lines
// only: half of it is counted. A large box reaches a little more of its bound than a small one: 3 %
// in Wythoff's game up to 20,000, and twice that is counted.
std::uint64_t nimber_bytes(const NimberTask& task) {
  constexpr std::uint64_t any_machine = std::uint64_t{1} << 56;
  const NimberMemory most = memory_of(task);
  if (most.sets < sets_worth_foretelling || most.total() >= any_machine) return most.total();
  const auto bound = static_cast<double>(task.largest_value);
  const double slices = std::floor(bound / kernels::slice_values) + 1;
  const double reached = part_of_bound(task) * 1.06 * bound / kernels::slice_values + 0.5;
  const double part = std::min(1.0, std::max(1.0, reached) / slices);
  return most.cells + static_cast<std::uint64_t>(static_cast<double>(most.sets) * part);
}

Result<NimberCells> solve_nimbers(const NimberTask& task, parallel::Executor& executor,
                                  const tiles::Watch& watch) {
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  if (task.groups.empty())
    return solve_into(memory::Cells::allocate(task.closure, task.cell_bytes), task, grid, executor,
                      watch);
  return solve_into(SortedCells::allocate(grid, task.cell_bytes), task, grid, executor, watch);
}

}  // namespace grundy::ray
