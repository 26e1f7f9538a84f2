// kernels/ray/plane.hpp: rectangles of positions of a game whose moves are rays.
//
// A ray is x -> x - k d for every k >= 1, so the options of a position are all earlier
// positions on the lines through it, one line for each direction d. Kernels keep for every line
// what matters of the positions found on it so far, and lines have numbers.
//
// A plane is a rectangle of positions, rows and columns along two coordinates, both in steps
// of one. The lines through row r, column c are, for each direction, number
//   first + r * row_step + c * column_step,
// or, where lines bend, first + rows[r] + columns[c]. Two positions of a plane of which neither
// lies above the other in both coordinates must share no line. All others of a line are solved in
// the order in which they lie on it, for a plane goes by its diagonals r + c = 0, 1, ..; the
// positions of a diagonal do not wait for one another, which hides the time from what one leaves on
// its lines to what the next one finds there.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t most_plane_lines = 255;
inline constexpr std::int64_t most_plane_rows = 64;

// Numbers of the lines of one direction.
struct PlaneLine {
  std::int64_t first;
  std::int64_t row_step;
  std::int64_t column_step;
};

struct BentLine {
  std::int64_t first;
  const std::int64_t* rows;
  const std::int64_t* columns;
};

// Before a position is solved, its line number `line` of those through it comes to know the cell
// that lies `back` before its own, if the position is in row `row` or later, and in column `column`
// or later. This is how rays go that begin beside themselves: the options x - s - k d for k >= 0
// are x - s, and those that the line of d came to know at x - d.
struct PlaneArm {
  std::size_t line;
  std::int64_t back;
  std::int64_t row;
  std::int64_t column;

  bool reaches(std::int64_t r, std::int64_t c) const { return r >= row && c >= column; }
};

template <class Cell>
struct Plane {
  using Value = Cell;

  std::span<const PlaneLine> lines;  // 1 .. most_plane_lines
  std::span<const BentLine> bent;    // of the same number, instead of `lines`; or empty
  std::span<const PlaneArm> arms;    // the cells before this plane are solved
  std::int64_t rows;                 // 1 .. most_plane_rows
  std::int64_t columns;
  std::int64_t slant;  // row r has the columns from max(0, slant + r) on; -rows: all
  bool apart;          // no line is that of two directions, and all rows have all columns
  Cell* cells;         // the value of row r, column c goes to cells[r * row_step + c * column_step]
  std::int64_t row_step;
  std::int64_t column_step;
  // No play from row 0, column 0 is longer; a row or a column more adds 1.
  std::uint64_t height = 0;

  std::size_t line_count() const { return bent.empty() ? lines.size() : bent.size(); }
  std::int64_t number(std::size_t line, std::int64_t row, std::int64_t column) const {
    if (!bent.empty()) return bent[line].first + bent[line].rows[row] + bent[line].columns[column];
    return lines[line].first + row * lines[line].row_step + column * lines[line].column_step;
  }
  Cell* cell(std::int64_t row, std::int64_t column) const {
    return cells + row * row_step + column * column_step;
  }

  // The first column of a row.
  std::int64_t first_column(std::int64_t row) const {
    return std::clamp<std::int64_t>(slant + row, 0, columns);
  }
  // How many rows have a column: the first ones.
  std::int64_t rows_with(std::int64_t column) const {
    return std::clamp<std::int64_t>(column - slant + 1, 0, rows);
  }
  std::uint64_t positions() const {
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < rows; ++row) count += columns - first_column(row);
    return static_cast<std::uint64_t>(count);
  }

  std::int64_t diagonals() const { return rows + columns - 1; }
  // Rows first_row(d) .. end_row(d) - 1 have a position on diagonal d.
  std::int64_t first_row(std::int64_t diagonal) const {
    return std::max<std::int64_t>(0, diagonal - columns + 1);
  }
  std::int64_t end_row(std::int64_t diagonal) const {
    const std::int64_t slanted = diagonal < slant ? 0 : (diagonal - slant) / 2 + 1;
    return std::min({rows, diagonal + 1, slanted});
  }
};

}  // namespace grundy::kernels
