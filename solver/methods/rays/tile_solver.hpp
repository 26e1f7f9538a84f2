// methods/rays/tile_solver.hpp: the positions of a tile, plane by plane, and the lines through
// them; and what stages do with a tile.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/plane.hpp"
#include "methods/rays/faces.hpp"
#include "methods/rays/value_lines.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

inline constexpr std::size_t no_axis = max_dimensions;

// For each axis the one before it in its group, or no_axis.
inline std::vector<std::size_t> axes_below(std::size_t dimensions, const AxisGroups& groups) {
  std::vector<std::size_t> below(dimensions, no_axis);
  for (const auto& group : groups)
    for (std::size_t i = 1; i < group.size(); ++i) below[group[i]] = group[i - 1];
  return below;
}

// What all tiles share.
struct Field {
  const Box& closure;
  const ValueLines& lines;
  const std::vector<std::vector<family::Direction>>& starts;  // of rays, by direction
  std::vector<std::size_t> below;                             // axes_below
};

// The cells of a tile.
template <class Cell>
struct TileCells {
  Cell* first;  // the value at the tile's low corner
  const std::vector<std::int64_t>& strides;
};

// Calls solve_plane with the sorted positions of a tile, plane by plane. The last two coordinates
// span the planes, rows along the last but one.
template <class Cell, class SolvePlane>
class TileSolver {
 public:
  TileSolver(const Field& field, const Box& tile, const TileCells<Cell>& cells,
             const SolvePlane& solve_plane)
      : field_(field),
        tile_(tile),
        cells_(cells),
        solve_plane_(solve_plane),
        at_(tile.low),
        column_(at_.size() - 1),
        row_(column_ > 0 ? column_ - 1 : column_),
        apart_(is_apart()) {
    const auto bent = [&](const LineNumber& number) {
      return number.bent(row_) || number.bent(column_);
    };
    const auto& numbers = field.lines.numbers;
    if (std::none_of(numbers.begin(), numbers.end(), bent))
      lines_.resize(numbers.size());
    else
      bend();
  }

  void solve() { solve_from(0); }

 private:
  std::int64_t lowest(std::size_t axis) const {
    const std::size_t below = field_.below[axis];
    return below == no_axis ? tile_.low[axis] : std::max(tile_.low[axis], at_[below]);
  }

  // Lines of different directions through positions with distinct coordinates have different keys,
  // folded or not (methods/rays/value_lines.hpp).
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
    at_[row_] = lowest(row_);
    const std::int64_t rows = has_rows() ? tile_.high[row_] - at_[row_] + 1 : 1;
    const bool slanted = has_rows() && field_.below[column_] == row_;
    at_[column_] = slanted ? tile_.low[column_] : lowest(column_);
    const std::int64_t columns = tile_.high[column_] - at_[column_] + 1;
    if (rows <= 0 || columns <= 0) return;
    for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i] = line(i);
    for (std::size_t i = 0; i < bent_.size(); ++i) bent_[i] = bent_line(i);
    set_arms();
    solve_plane_(kernels::Plane<Cell>{
        lines_, bent_, arms_, rows, columns, slanted ? at_[row_] - at_[column_] : -rows, apart_,
        cell(), has_rows() ? cells_.strides[row_] : 0, cells_.strides[column_], height()});
  }

  bool has_rows() const { return row_ < column_; }

  kernels::PlaneLine line(std::size_t direction) const {
    const LineNumber& number = field_.lines.numbers[direction];
    return {number_of(number, at_.size()), has_rows() ? number.steps[row_] : 0,
            number.steps[column_]};
  }

  kernels::BentLine bent_line(std::size_t direction) const {
    const auto part = [&](const std::vector<std::int64_t>& table, std::size_t axis) {
      return table.data() + (at_[axis] - tile_.low[axis]);
    };
    return {number_of(field_.lines.numbers[direction], row_),
            has_rows() ? part(of_row_[direction], row_) : &no_row_,
            part(of_column_[direction], column_)};
  }

  // Collects the starts whose cells are in the box.
  void set_arms() {
    arms_.clear();
    for (std::size_t line = 0; line < field_.starts.size(); ++line)
      for (const family::Direction& start : field_.starts[line]) {
        bool inside = true;
        std::int64_t back = 0;
        for (std::size_t axis = 0; axis < at_.size(); ++axis) {
          if (axis < row_) inside = inside && room_below(axis) >= start[axis];
          back += start[axis] * cells_.strides[axis];
        }
        if (inside)
          arms_.push_back({line, back, has_rows() ? start[row_] - room_below(row_) : 0,
                           start[column_] - room_below(column_)});
      }
  }

  std::uint64_t height() const {
    std::uint64_t height = 0;
    for (std::size_t axis = 0; axis < at_.size(); ++axis)
      height += static_cast<std::uint64_t>(room_below(axis));
    return height;
  }

  std::int64_t room_below(std::size_t axis) const { return at_[axis] - field_.closure.low[axis]; }

  // The part of a line's number that the coordinates before `end` determine.
  std::int64_t number_of(const LineNumber& number, std::size_t end) const {
    std::int64_t first = number.origin;
    for (std::size_t axis = 0; axis < end; ++axis) first += number.at(axis, room_below(axis));
    return first;
  }

  // The parts of each line's number that the rows and the columns of the tile determine.
  void bend() {
    for (const LineNumber& number : field_.lines.numbers) {
      of_row_.push_back(along(number, row_));
      of_column_.push_back(along(number, column_));
    }
    bent_.resize(field_.lines.numbers.size());
  }

  std::vector<std::int64_t> along(const LineNumber& number, std::size_t axis) const {
    std::vector<std::int64_t> values;
    for (std::int64_t x = tile_.low[axis]; x <= tile_.high[axis]; ++x)
      values.push_back(number.at(axis, x - field_.closure.low[axis]));
    return values;
  }

  Cell* cell() const {
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < at_.size(); ++axis)
      offset += cells_.strides[axis] * (at_[axis] - tile_.low[axis]);
    return cells_.first + offset;
  }

  static constexpr std::int64_t no_row_ = 0;
  const Field& field_;
  const Box& tile_;
  const TileCells<Cell>& cells_;
  const SolvePlane& solve_plane_;
  Position at_;
  std::size_t column_;
  std::size_t row_;  // equal to column_ if there is only one axis
  bool apart_;       // no coordinate of the tile may equal another one of its group
  std::vector<kernels::PlaneLine> lines_;  // empty if some line bends within planes
  std::vector<kernels::BentLine> bent_;    // used then
  std::vector<kernels::PlaneArm> arms_;
  std::vector<std::vector<std::int64_t>> of_row_;  // by direction
  std::vector<std::vector<std::int64_t>> of_column_;
};

// The sets of a stage, and the first of its values.
struct StageSets {
  kernels::ValueSets sets;
  std::uint32_t first_value;
};

// What stages do with a tile, in passes (methods/rays/passes.hpp) and on ranks
// (methods/rays/relay.hpp). Its cells are values or open (kernels/ray/nimbers.hpp). `cells` are
// always those of the tile. The field and the grid must outlive it. Any number of threads may use
// it, each with a tile of its own.
template <class Cell>
class StageTiles {
 public:
  StageTiles(const Field& field, const tiles::TileGrid& grid, std::vector<std::int64_t> strides)
      : field_(field), grid_(grid), strides_(std::move(strides)) {}

  // Makes the sorted positions open.
  void open(std::size_t tile, Cell* cells) const {
    for_each_position(tile, cells, [](Cell& cell) { cell = kernels::open_cell<Cell>; });
  }

  // How many sorted positions there are, and how many of them are open.
  std::uint64_t sorted(std::size_t tile, Cell* cells) const {
    std::uint64_t count = 0;
    for_each_plane(tile, cells,
                   [&](const kernels::Plane<Cell>& plane) { count += plane.positions(); });
    return count;
  }
  std::uint64_t open_in(std::size_t tile, Cell* cells) const {
    std::uint64_t count = 0;
    for_each_position(tile, cells, [&](Cell& cell) { count += cell == kernels::open_cell<Cell>; });
    return count;
  }

  // Solves open positions; returns how many.
  std::uint64_t solve(std::size_t tile, Cell* cells, const StageSets& stage) const {
    std::uint64_t solved = 0;
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      solved += kernels::solve_ray_stage(
          kernels::NimberStage<Cell>{plane, stage.sets, stage.first_value});
    });
    return solved;
  }

  // The same for a stage that has all values, where no cell is known. Cells need not be open.
  void solve_all(std::size_t tile, Cell* cells, const kernels::ValueSets& sets) const {
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      kernels::solve_ray_nimbers(kernels::NimberPlane<Cell>{plane, sets});
    });
  }

  // Adds the values of known cells to the sets.
  void mark(std::size_t tile, Cell* cells, const StageSets& stage) const {
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      kernels::mark_ray_stage(kernels::NimberStage<Cell>{plane, stage.sets, stage.first_value});
    });
  }

  // Lines through the last columns of the tile: through rises[i] columns for direction i. Some
  // lines may occur twice.
  std::vector<LineRun> lines_above(std::size_t tile, Cell* cells,
                                   std::span<const std::int64_t> rises) const {
    std::vector<LineRun> lines;
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      for (std::size_t line = 0; line < plane.line_count(); ++line)
        for (std::int64_t column = std::max<std::int64_t>(0, plane.columns - rises[line]);
             column < plane.columns; ++column)
          add_run(plane, line, column, lines);
    });
    return lines;
  }

  // How many positions of the box have their sorted image in a tile, minus the share of open ones.
  std::uint64_t settled_images(std::size_t tile, std::uint64_t sorted, std::uint64_t open) const {
    return grid_.images(tile) * (sorted - open) / sorted;
  }

 private:
  // Adds the lines through a column.
  static void add_run(const kernels::Plane<Cell>& plane, std::size_t line, std::int64_t column,
                      std::vector<LineRun>& lines) {
    const std::int64_t rows = plane.rows_with(column);
    if (plane.bent.empty())
      lines.push_back({plane.number(line, 0, column), plane.lines[line].row_step, rows});
    else
      for (std::int64_t row = 0; row < rows; ++row)
        lines.push_back({plane.number(line, row, column), 0, 1});
  }

  template <class Use>
  void for_each_plane(std::size_t tile, Cell* cells, const Use& use) const {
    TileSolver(field_, grid_.tile(tile), TileCells<Cell>{cells, strides_}, use).solve();
  }
  template <class Use>
  void for_each_position(std::size_t tile, Cell* cells, const Use& use) const {
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      for (std::int64_t row = 0; row < plane.rows; ++row) {
        Cell* cell = plane.cell(row, plane.first_column(row));
        for (Cell* const end = plane.cell(row, plane.columns); cell != end;
             cell += plane.column_step)
          use(*cell);
      }
    });
  }

  const Field& field_;
  const tiles::TileGrid& grid_;
  std::vector<std::int64_t> strides_;
};

}  // namespace grundy::ray
