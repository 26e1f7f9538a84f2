// methods/rays/tile_solver.hpp: the positions of a tile, plane by plane, and the lines through
// them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "kernels/ray/plane.hpp"
#include "methods/rays/value_lines.hpp"

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

// Where the cells of a tile are.
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

  // Of positions whose coordinates do not meet, lines of different directions have different keys,
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

  // Those whose cells are in the box.
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

  // What the coordinates before `end` say of a line's number.
  std::int64_t number_of(const LineNumber& number, std::size_t end) const {
    std::int64_t first = number.origin;
    for (std::size_t axis = 0; axis < end; ++axis) first += number.at(axis, room_below(axis));
    return first;
  }

  // What the rows and columns of the tile say of each line's number.
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
  std::size_t row_;  // the column too, if there is one axis only
  bool apart_;       // no coordinate of the tile may equal another one of its group
  std::vector<kernels::PlaneLine> lines_;  // or these, if some line bends within planes:
  std::vector<kernels::BentLine> bent_;
  std::vector<kernels::PlaneArm> arms_;
  std::vector<std::vector<std::int64_t>> of_row_;  // by direction
  std::vector<std::vector<std::int64_t>> of_column_;
};

}  // namespace grundy::ray
