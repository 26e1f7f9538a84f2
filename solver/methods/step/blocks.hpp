// methods/step/blocks.hpp: blocks of heaps one after the other, for steps.cpp.
//
// A Method knows how masks are made and how large they are:
//   Mask, alignment           its items, and what numbers of heaps must be multiples of
//   per_heap()                items of the mask of a heap
//   clear(first, masks)       makes the masks of heaps first, first + 1, .. empty
//   mark(steps, first, masks), finish(steps, first, masks)     as in kernels/step/steps.hpp
//   grow()                    makes masks larger; false if they are as large as they get
//   shrink(first, count)      makes them smaller if these heaps, the last, would have had room;
//                             true if it did
//   values()                  the array of values
#pragma once
#include <algorithm>
#include <bit>
#include <vector>

#include "base/cells.hpp"
#include "methods/family.hpp"
#include "methods/step/lists.hpp"
#include "tiles/watch.hpp"

namespace grundy::step {

// Heaps of a block: some 2^20 options of all its heaps together, so that a block takes long
// beside starting threads and short beside a wish to stop.
inline std::uint64_t step_block(const Lists& lists) {
  const std::uint64_t heaps =
      (std::uint64_t{1} << 20) / std::max<std::uint64_t>(lists.single.size(), 1);
  return std::clamp<std::uint64_t>(std::bit_floor(heaps), 1 << 10, 1 << 14);
}

// A period is looked for when its window is at most this part of all heaps.
inline constexpr std::uint64_t heaps_per_window = 64;

template <class Method>
class Blocks {
 public:
  // `at` counts the heaps that are solved, for `sweep`; `cells` hold the method's values.
  Blocks(const Lists& lists, Method& method, memory::Cells& cells, parallel::Executor& executor,
         const tiles::Watch& watch, tiles::Resumable& sweep, std::uint64_t& at)
      : lists_(lists),
        method_(method),
        cells_(cells),
        executor_(executor),
        watch_(watch),
        sweep_(sweep),
        at_(at),
        block_(step_block(lists)),
        window_(lists.single.empty() ? 1 : static_cast<std::uint64_t>(lists.single.back())),
        next_look_(window_ <= lists.heaps / heaps_per_window ? 4 * window_ : lists.heaps) {
    const auto far = std::lower_bound(lists.single.begin(), lists.single.end(),
                                      static_cast<std::int64_t>(2 * block_));
    near_ = std::span(lists.single).first(static_cast<std::size_t>(far - lists.single.begin()));
    far_ = std::span(lists.single).subspan(near_.size());
  }

  // Solves the heaps from `at` on, a multiple of the alignment: all of them, unless the masks
  // cannot grow any more.
  Status run() {
    bool marked = false;
    bool has_pages = false;
    while (at_ < lists_.heaps) {
      if (!marked) mark_first(at_);
      const std::uint64_t solved = stage(at_);
      if (stopped()) return sweep_.interrupted();
      const std::uint64_t heaps = std::min(solved, lists_.heaps - at_);
      count(heaps);
      at_ += heaps;
      if (Status saved = sweep_.reached(); !saved) return saved;
      marked = solved == block_;
      if (marked) {
        current_.swap(next_);
        if (at_ >= next_look_ && at_ < lists_.heaps && look(at_)) return finished();
        // Not before: all threads copy a period, and take the pages as they do.
        if (!has_pages) cells_.take_pages(executor_, watch_.stop);
        has_pages = true;
        marked = !method_.shrink(at_ - heaps, heaps);
      } else if (at_ < lists_.heaps && !method_.grow()) {
        return {};
      }
    }
    return {};
  }

  // Of the heaps of the box: there may be longer steps than all of them.
  const std::optional<family::Period>& period() const { return period_; }

 private:
  using Masks = std::vector<typename Method::Mask>;

  static constexpr std::uint64_t slices = 8;  // of a block whose far steps are marked
  static constexpr std::size_t slack = 64;

  bool stopped() const { return sweep_.stopped(); }
  void count(std::uint64_t heaps) const {
    if (watch_.solved) watch_.solved->fetch_add(heaps, std::memory_order_relaxed);
  }
  // When the rest is a copy.
  Status finished() {
    if (stopped()) return sweep_.interrupted();
    at_ = lists_.heaps;
    return {};
  }

  // Heaps of the block that begins at `at`.
  std::uint64_t size(std::uint64_t at) const {
    if (at >= lists_.heaps) return 0;
    const std::uint64_t rest = lists_.heaps - at + Method::alignment - 1;
    return std::min(block_, rest - rest % Method::alignment);
  }

  std::span<typename Method::Mask> part(Masks& masks, std::uint64_t first, std::uint64_t heaps) {
    return std::span(masks).subspan(first * method_.per_heap(), heaps * method_.per_heap());
  }

  void mark_slice(std::uint64_t at, std::uint64_t slice, Masks& masks) {
    const std::uint64_t first = slice * (block_ / slices);
    if (first >= size(at) || stopped()) return;
    const auto mask = part(masks, first, std::min(block_ / slices, size(at) - first));
    method_.clear(at + first, mask);
    method_.mark(far_, at + first, mask);
  }

  void mark_first(std::uint64_t at) {
    current_.assign(block_ * method_.per_heap() + slack, 0);
    next_.assign(current_.size(), 0);
    executor_.for_each(slices,
                       [&](std::size_t slice, std::size_t) { mark_slice(at, slice, current_); });
  }

  // Finishes a block and marks the next one.
  std::uint64_t stage(std::uint64_t at) {
    std::uint64_t solved = 0;
    executor_.for_each(1 + slices, [&](std::size_t task, std::size_t) {
      if (task > 0)
        mark_slice(at + block_, task - 1, next_);
      else if (!stopped())
        solved = method_.finish(near_, at, part(current_, 0, size(at)));
    });
    return solved;
  }

  bool look(std::uint64_t at) {
    const auto values = method_.values();
    using Cell = typename decltype(values)::value_type;
    period_ = family::find_period<Cell>(values.first(at), window_);
    next_look_ = 4 * at;
    if (!period_) return false;
    family::repeat<Cell>(values.first(lists_.heaps), at, *period_, executor_,
                         [&](std::uint64_t heaps) {
                           if (stopped()) return false;
                           count(heaps);
                           return true;
                         });
    return true;
  }

  const Lists& lists_;
  Method& method_;
  memory::Cells& cells_;
  parallel::Executor& executor_;
  const tiles::Watch& watch_;
  tiles::Resumable& sweep_;
  std::uint64_t& at_;
  std::uint64_t block_;
  std::uint64_t window_;
  std::uint64_t next_look_;
  std::span<const std::int64_t> near_;
  std::span<const std::int64_t> far_;
  Masks current_;
  Masks next_;
  std::optional<family::Period> period_;
};

}  // namespace grundy::step
