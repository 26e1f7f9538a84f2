// methods/offsets/row_layout.hpp: where the words of rows of bits are in memory
// (methods/offsets/bit_rows.hpp), and in which groups rows are solved.
//
// Planes of rows are stored in blocks with empty words between them. So reading past the ends of a
// block's rows finds no bits, and none that another thread may be writing.
//
// The sweep needs two tiles along the first axis: the one at hand and the one before it. The planes
// of these are a window, which is used again and again where the closure is much larger than the
// requested box, or rays need trails of its size. Then rows of the box are copied as soon as they
// are solved.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "methods/offsets/bit_rows.hpp"

namespace grundy::offset {

// The window's tiles along the first axis.
inline constexpr std::int64_t tiles_of_window = 2;

// Whether a window of the sweep's tiles suffices and is smaller than the closure.
bool fits_window(const BitRows& rows);

// The same axes for a part of the closure.
RowAxes part_of(RowAxes axes, const Box& box);

struct RowLayout {
  RowAxes axes;
  std::size_t words = 0;    // of a row
  std::size_t gap = 0;      // empty words before and after each block
  bool empty_rows = false;  // whether gaps have room for all rows that moves reach beyond a plane
  std::int64_t block = 0;   // rows of a block
  std::int64_t window = 0;  // planes along the first axis, if these are fewer than all
  std::vector<std::size_t> strides;  // words between neighbours along the axes before the plane's

  // The layout in which the rows are solved.
  explicit RowLayout(const BitRows& rows);
  // The layout of all rows, one after the other.
  explicit RowLayout(RowAxes all);

  std::size_t plane_words() const noexcept;
  std::size_t total_words() const noexcept;
  // The word with bit 0 of a row. The last entry of the index does not matter.
  std::size_t row(const Index& index) const noexcept;

  // The distance of a row from the plane's first row.
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

// Requests outcomes of `box` alone, a part of the closure: sets rows.kept if that pays.
void keep_only(BitRows& rows, const Box& box);

// Most bytes that solve() holds at a time.
std::uint64_t memory_bytes(const BitRows& rows, std::size_t threads);

// Which rows make a group.
struct Grouping {
  std::size_t words = 0;         // of a row of bits
  std::int64_t most = 1;         // rows
  std::int64_t block = 0;        // adjacent rows of a plane: options of a group lie in one block
  bool beyond_is_empty = false;  // rows beyond a plane may be read
};

// Visits the rows of a tile in groups to which the same moves apply.
class RowWalk {
 public:
  using Words = std::vector<std::uint64_t>;

  RowWalk(const BitRows& rows, Grouping grouping);

  // Calls solve() for groups that make up a tile of rows.schedule(). low() is then the first index
  // of the group, high() the last. Returns the number of positions of the tile. Returns early, with
  // some number, once *stop is true.
  template <class Solve>
  std::uint64_t for_each_group(const Box& tile, const std::atomic<bool>* stop, const Solve& solve);

  const Index& low() const noexcept { return low_; }
  const Index& high() const noexcept { return high_; }

  // Whether the move leads to a row of the closure, from the first row of the group and so from
  // all, or to an empty row beyond the plane.
  bool reaches(const Index& change) const;

  // The bits of the group for which the condition holds: null for all of them, nothing for none,
  // otherwise a pointer to `words`.
  std::optional<const std::uint64_t*> where(const RowCondition& when, Words& words);
  // The same, always in `words`.
  void fill(const RowCondition& when, Words& words);

  std::int64_t rows_of_group() const noexcept { return count_; }
  std::size_t words_of_group() const noexcept {
    return static_cast<std::size_t>(count_) * grouping_.words;
  }

 private:
  // Begins the group at low_.
  void begin(std::int64_t count);
  void find_cuts(std::int64_t first, std::int64_t end);
  std::uint64_t positions(const Box& tile) const;

  const BitRows& rows_;
  Grouping grouping_;
  std::int64_t count_ = 0;
  Index low_;
  Index high_;
  Index here_;  // scratch
  Words scratch_;
  std::vector<std::int64_t> cuts_;
};

template <class Solve>
std::uint64_t RowWalk::for_each_group(const Box& tile, const std::atomic<bool>* stop,
                                      const Solve& solve) {
  const std::size_t plane_axis = rows_.axes.plane_axis();
  low_ = tile.low;
  low_.back() = 0;
  while (true) {
    if (stop && stop->load(std::memory_order_relaxed)) return 0;
    low_[plane_axis] = tile.low[plane_axis];
    find_cuts(low_[plane_axis], tile.high[plane_axis] + 1);
    for (const std::int64_t cut : cuts_)
      while (low_[plane_axis] < cut) {
        begin(std::min(cut - low_[plane_axis], grouping_.most));
        solve();
        low_[plane_axis] += count_;
      }
    std::size_t axis = plane_axis;
    while (axis > 0 && low_[axis - 1] == tile.high[axis - 1]) {
      --axis;
      low_[axis] = tile.low[axis];
    }
    if (axis == 0) return positions(tile);
    ++low_[axis - 1];
  }
}

}  // namespace grundy::offset
