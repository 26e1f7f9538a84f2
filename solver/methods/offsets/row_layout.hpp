// methods/offsets/row_layout.hpp: where the words of rows of bits stand
// (methods/offsets/bit_rows.hpp).
//
// Planes of rows, in blocks with empty words between them, so that reading past the ends of a
// block's rows finds no bits, and none that another thread may be writing.
//
// The sweep needs two tiles along the first axis: the one at hand and the one before it. Where the
// closure is much larger than what is wanted of it, or rays leave trails beside it, it is solved in
// a window of so many planes, each of which is used again and again, and rows that are wanted are
// copied out as soon as they are solved.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "methods/offsets/bit_rows.hpp"

namespace grundy::offset {

// The window's tiles along the first axis.
inline constexpr std::int64_t tiles_of_window = 2;

// Whether a window of the sweep's tiles suffices, and is less than all.
bool fits_window(const BitRows& rows);

// The same axes, of a part of the closure.
RowAxes part_of(RowAxes axes, const Box& box);

struct RowLayout {
  RowAxes axes;
  std::size_t words = 0;    // of a row
  std::size_t gap = 0;      // empty words before and behind each block
  bool empty_rows = false;  // gaps are long enough for rows that moves reach beyond a plane
  std::int64_t block = 0;   // rows of a block
  std::int64_t window = 0;  // planes along the first axis, if these are fewer than all
  std::vector<std::size_t> strides;  // words between neighbours along the axes before the plane's

  // Of the words in which the rows are solved.
  explicit RowLayout(const BitRows& rows);
  // Of all rows, one after the other.
  explicit RowLayout(RowAxes all);

  std::size_t plane_words() const noexcept;
  std::size_t total_words() const noexcept;
  // The word in which the row's bit 0 stands. The last entry of the index does not matter.
  std::size_t row(const Index& index) const noexcept;

  // How far that is behind the plane's first row.
  std::size_t row_in_plane(std::int64_t row) const noexcept {
    return static_cast<std::size_t>(row) * words + static_cast<std::size_t>(row / block) * gap;
  }

  // Rows that are solved together: their masks should stay in the first-level cache.
  std::size_t group_rows() const noexcept;
  // Whether bits of the move's options may be bits of other rows, or beyond the row's end.
  bool needs_edge(const BitMove& move) const noexcept;

 private:
  void set_strides();
};

// Outcomes are wanted of `box` alone, which lies in the closure: sets rows.kept if it is worth it.
void keep_only(BitRows& rows, const Box& box);

// Peak bytes of solve.
std::uint64_t memory_bytes(const BitRows& rows, std::size_t threads);

}  // namespace grundy::offset
