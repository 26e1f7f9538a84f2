// methods/offsets/row_walk.hpp: the rows of a tile, in groups in which the same moves are at work.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "methods/offsets/bit_rows.hpp"

namespace grundy::offset {

// Which rows make a group.
struct Grouping {
  std::size_t words = 0;   // of a row of bits
  std::int64_t most = 1;   // rows
  std::int64_t block = 0;  // rows of a plane that stand side by side: options lie in one block
  bool beyond_is_empty = false;  // rows beyond a plane may be read
};

class RowWalk {
 public:
  using Words = std::vector<std::uint64_t>;

  RowWalk(const BitRows& rows, Grouping grouping);

  // Calls solve(count) for groups that make up a tile of rows.schedule(); low() is then the first
  // index of the group, high() the last. Returns the number of positions of the tile, or early,
  // with some number, once *stop is true.
  template <class Solve>
  std::uint64_t for_each_group(const Box& tile, const std::atomic<bool>* stop, const Solve& solve);

  const Index& low() const noexcept { return low_; }
  const Index& high() const noexcept { return high_; }

  // Whether the move leads to a row at all, from the first row of the group and so from all; or to
  // an empty one beyond the plane.
  bool reaches(const Index& change) const;

  // Where in the group the condition holds, as bits that may stand in `words`: null for everywhere,
  // nothing for nowhere.
  std::optional<const std::uint64_t*> where(const RowCondition& when, Words& words);
  // The same, in any case in `words`.
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
