// kernels/ray/nimbers.hpp: nimbers where all moves are rays, from the value sets of lines.
//
// A ray is x -> x - k d for every k >= 1, so the options of a position are all earlier
// positions on the lines through it, one line for each direction d. For every line a set
// keeps the nimbers found on it so far. The nimber of a position is the least number in none
// of the sets of its lines; it then joins all of them. That costs a few vectors for each
// line, however many options there are.
//
// Sets are cut into slices of 256 values: set l, slice s is the `slice_words` 64-bit words
// from words[s * stride + l * slice_words]; value v is bit v % 64 of word v / 64 % 4 of slice
// v / 256. What positions near one another need of near lines, the same few slices, thus
// stands close together, and slices that no value reaches are never touched.
//
// A plane is a rectangle of positions, rows and columns along two coordinates, both in steps
// of one. The lines through row r, column c are, for each direction, number
//   first + r * row_step + c * column_step.
// Two positions of a plane of which neither lies above the other in both coordinates must
// share no line. All others of a line are solved in the order in which they lie on it, for the
// plane goes by its diagonals r + c = 0, 1, ..; the positions of a diagonal do not wait for
// one another, which hides the time from the mark of one to the test of the next.
//
// Where no two directions have a line in common, `strip_rows` rows are solved at once, which takes
// two thirds of the instructions (strips-inl.hpp). What is left of the rows goes by diagonals.
//
// Directions may repeat: sets are only or-ed into. All SIMD targets give the same. Allocates
// nothing. Calls may run at once if they share no lines.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t slice_words = 4;
inline constexpr std::size_t slice_values = 64 * slice_words;
inline constexpr std::size_t most_value_lines = 255;  // nonzero 0/1 vectors of 8 coordinates
inline constexpr std::int64_t most_plane_rows = 64;
inline constexpr std::int64_t strip_rows = 4;

struct ValueSets {
  std::uint64_t* words;  // 32-byte boundaries
  std::size_t stride;    // words from slice to slice, a multiple of slice_words
};

// Numbers of the lines of one direction.
struct ValueLine {
  std::int64_t first;
  std::int64_t row_step;
  std::int64_t column_step;
};

template <class Cell>
struct NimberPlane {
  ValueSets sets;                    // with room for every value that occurs
  std::span<const ValueLine> lines;  // 1 .. most_value_lines
  std::int64_t rows;                 // 1 .. most_plane_rows
  std::int64_t columns;
  std::int64_t slant;  // row r has the columns from max(0, slant + r) on; -rows: all
  bool apart;          // no line is that of two directions, and all rows have all columns
  Cell* cells;         // the value of row r, column c goes to cells[r * row_step + c * column_step]
  std::int64_t row_step;
  std::int64_t column_step;
};

void solve_ray_nimbers(const NimberPlane<std::uint8_t>& plane) noexcept;
void solve_ray_nimbers(const NimberPlane<std::uint16_t>& plane) noexcept;
void solve_ray_nimbers(const NimberPlane<std::uint32_t>& plane) noexcept;

}  // namespace grundy::kernels
