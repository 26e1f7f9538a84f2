// methods/rays/outcome_worker.hpp: what one thread needs to solve tiles of a game of rays.
//
// It walks the rows of a tile in ascending order and has the kernel solve them, a strip along
// the last outer axis at a time, with all linear forms of the layout narrowed to the strip.
// A worker belongs to one thread at a time; workers share the section and the bits, of which
// they write different bytes as long as their tiles are of one wave.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/value.hpp"
#include "kernels/ray/outcomes.hpp"
#include "methods/rays/lines.hpp"
#include "methods/rays/section.hpp"
#include "methods/rays/tiles.hpp"

namespace grundy::ray {

// All workers refer to one of these.
struct OutcomeTask {
  const Frame& frame;
  const Lines& lines;
  Convention convention;
  const std::atomic<bool>* stop;
  Section& section;
  std::span<std::uint8_t> bits;
  std::vector<std::uint64_t> zeros;  // as many as the longest axis is long
};

class OutcomeWorker {
 public:
  explicit OutcomeWorker(OutcomeTask& task);

  // Solves the tile, or part of it when stopped. With `alone` no other tile is being solved and
  // all marks are made. Else the bits of later tiles are handed out: the result is the number
  // of addresses in `late`, which has room for the tile's rows * late_marks(lines).
  std::size_t solve(const Tile& tile, bool alone, std::span<std::uint64_t> late);

  // Rows solved or skipped by the last call.
  std::uint64_t rows() const noexcept { return rows_; }

 private:
  bool stopped() const { return task_.stop && task_.stop->load(std::memory_order_relaxed); }
  std::int64_t lowest(const Tile& tile, std::size_t axis) const;
  void descend(const Tile& tile, std::size_t axis);
  void solve_strip(std::int64_t first, std::int64_t last);
  void narrow_forms();
  void narrow_mirrors();
  void solve_rows(std::int64_t first, std::int64_t last);
  bool without_option(std::int64_t y) const;
  std::int64_t at_leading(const LinearForm& form) const;

  OutcomeTask& task_;
  std::size_t leading_;             // outer axes before the last one
  std::vector<std::int64_t> u_;     // their coordinates in the present strip
  std::vector<std::size_t> group_;  // the group of the inner axis, itself last; or empty
  std::vector<kernels::RayLine> aligned_;
  std::vector<kernels::RayLine> shifted_;
  std::vector<kernels::RayMark> marks_;
  std::vector<kernels::RayMirror> mirrors_;
  kernels::RayRows strip_{};
  std::span<std::uint64_t> late_;
  std::size_t late_count_ = 0;
  std::uint64_t rows_ = 0;
};

// Marks of a P-position that may have to wait.
std::size_t late_marks(const Frame& frame, const Lines& lines);

}  // namespace grundy::ray
