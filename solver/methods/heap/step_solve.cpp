
#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <vector>

#include "base/cells.hpp"
#include "kernels/step/endless.hpp"
#include "kernels/step/steps.hpp"
#include "kernels/step/wide.hpp"
#include "methods/family.hpp"
#include "methods/heap/step.hpp"
#include "methods/heap/steps.hpp"
#include "tiles/watch.hpp"

namespace grundy::step {
namespace {

// Heaps of a block: some 2^20 options of all its heaps together. So a block takes long compared
// with starting threads, and short compared with how soon a sweep should stop.
std::uint64_t step_block(const Lists& lists) {
  const std::uint64_t heaps =
      (std::uint64_t{1} << 20) / std::max<std::uint64_t>(lists.single.size(), 1);
  return std::clamp<std::uint64_t>(std::bit_floor(heaps), 1 << 10, 1 << 14);
}

// A period is searched for when its window is at most this part of all heaps.
constexpr std::uint64_t heaps_per_window = 64;

// Solves blocks of heaps one after the other. A Method knows how masks are made and how large they
// are:
//   Mask, alignment           its items, and what numbers of heaps must be multiples of
//   per_heap()                items of the mask of a heap
//   clear(first, masks)       makes the masks of heaps first, first + 1, .. empty
//   mark(steps, first, masks), finish(steps, first, masks)     as in kernels/step/steps.hpp
//   grow()                    makes masks larger; false if they are as large as they get
//   shrink(first, count)      makes them smaller if these heaps, the last, would have had room;
//                             true if it did
//   values()                  the span of values
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
        next_search_(window_ <= lists.heaps / heaps_per_window ? 4 * window_ : lists.heaps) {
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
        if (at_ >= next_search_ && at_ < lists_.heaps && repeat_period(at_)) return finished();
        // Not before: all threads copy a period, and touch the pages as they do.
        if (!has_pages) cells_.take_pages(executor_, watch_.stop);
        has_pages = true;
        marked = !method_.shrink(at_ - heaps, heaps);
      } else if (at_ < lists_.heaps && !method_.grow()) {
        return {};
      }
    }
    return {};
  }

  // Of the heaps of the box. Steps beyond the box are not considered.
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

  // Searches for a period among the first `at` heaps. If there is one, fills in all other heaps.
  bool repeat_period(std::uint64_t at) {
    const auto values = method_.values();
    using Cell = typename decltype(values)::value_type;
    period_ = family::find_period<Cell>(values.first(at), window_);
    next_search_ = 4 * at;
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
  std::uint64_t next_search_;
  std::span<const std::int64_t> near_;
  std::span<const std::int64_t> far_;
  Masks current_;
  Masks next_;
  std::optional<family::Period> period_;
};

// Heaps of endless steps that are solved between checks whether to stop.
constexpr std::uint64_t endless_block = 1 << 18;

struct Work {
  const Lists& lists;
  Quantity quantity;
  Convention convention;
  parallel::Executor& executor;
  const tiles::Watch& watch;

  // The value of heaps without options.
  std::uint8_t stuck() const {
    return quantity == Quantity::outcome && convention == Convention::misere ? 1 : 0;
  }
};

// Values below 64, in bytes.
class Narrow {
 public:
  using Mask = std::uint8_t;
  static constexpr std::uint64_t alignment = kernels::step_group;

  Narrow(const Work& work, std::span<std::uint8_t> values)
      : work_(work),
        values_(values),
        rule_(work.quantity == Quantity::outcome ? kernels::StepRule::outcome
                                                 : kernels::StepRule::nimber) {}

  std::uint64_t per_heap() const { return planes_; }
  std::span<std::uint8_t> values() const { return values_; }

  bool grow() {
    if (planes_ == 8) return false;
    planes_ *= 2;
    return true;
  }
  // Large values may be rare. With two planes or fewer there is little to gain.
  bool shrink(std::uint64_t first, std::uint64_t count) {
    const auto large = [this](std::uint8_t value) { return value >= 4 * planes_; };
    if (planes_ <= 2 || std::ranges::any_of(values_.subspan(first, count), large)) return false;
    planes_ /= 2;
    return true;
  }

  // A heap without options that is won counts as one with a P-position among its options.
  void clear(std::uint64_t first, std::span<Mask> masks) const {
    std::fill(masks.begin(), masks.end(), Mask{0});
    const std::uint64_t shortest = work_.lists.shortest();
    if (work_.stuck() && first < shortest)
      std::fill_n(masks.begin(), std::min<std::uint64_t>(shortest - first, masks.size()), Mask{1});
  }
  void mark(std::span<const std::int64_t> steps, std::uint64_t first, std::span<Mask> masks) const {
    kernels::mark_steps(values_, steps, planes_, first, masks);
  }
  std::uint64_t finish(std::span<const std::int64_t> steps, std::uint64_t first,
                       std::span<Mask> masks) const {
    return kernels::finish_steps(values_, steps, planes_, rule_, first, masks);
  }

 private:
  const Work& work_;
  std::span<std::uint8_t> values_;
  kernels::StepRule rule_;
  std::size_t planes_ = 1;
};

// Nimbers of any size.
template <class Cell>
class Wide {
 public:
  using Mask = std::uint64_t;
  static constexpr std::uint64_t alignment = 1;

  explicit Wide(std::span<Cell> values) : values_(values) {}

  std::uint64_t per_heap() const { return words_; }
  std::span<Cell> values() const { return values_; }
  bool grow() {
    words_ *= 2;
    return true;
  }
  bool shrink(std::uint64_t, std::uint64_t) const { return false; }
  void clear(std::uint64_t, std::span<Mask> masks) const {
    std::fill(masks.begin(), masks.end(), Mask{0});
  }
  void mark(std::span<const std::int64_t> steps, std::uint64_t first, std::span<Mask> masks) const {
    kernels::mark_wide_steps<Cell>(values_, steps, words_, first, masks);
  }
  std::uint64_t finish(std::span<const std::int64_t> steps, std::uint64_t first,
                       std::span<Mask> masks) const {
    return kernels::finish_wide_steps<Cell>(values_, steps, words_, first, masks);
  }

 private:
  std::span<Cell> values_;
  std::size_t words_ = 2;
};

// Widens the first `count` bytes to cells, in place.
template <class Cell>
void widen(std::span<Cell> cells, std::span<const std::uint8_t> bytes, std::uint64_t count) {
  if constexpr (sizeof(Cell) > 1)
    for (std::uint64_t i = count; i-- > 0;) cells[i] = bytes[i];
}

template <class Cell>
Status solve_single(const Work& work, family::Solved<memory::Cells>& solution) {
  const std::span<std::uint8_t> bytes = solution.values.as<std::uint8_t>();
  const std::span<Cell> cells = solution.values.as<Cell>();
  std::uint64_t at = 0;    // heaps solved
  std::uint64_t wide = 0;  // 1: they are stored in cells of the final width
  tiles::Resumable sweep(kernel, work.watch, [&] {
    return tiles::Resumable::State{{at, wide}, {solution.values.bytes()}};
  });
  const auto begin = sweep.begin({work.lists.heaps, 1});
  if (!begin) return begin.error();
  at = (*begin)[0];
  wide = (*begin)[1];
  if (Status loaded = sweep.load(); !loaded) return loaded;
  if (wide == 0) {
    Narrow narrow(work, bytes);
    Blocks blocks(work.lists, narrow, solution.values, work.executor, work.watch, sweep, at);
    if (Status done = blocks.run(); !done) return done;
    solution.period = blocks.period();
    widen(cells, bytes, at);
    wide = 1;
  }
  if (at == work.lists.heaps) return {};
  Wide<Cell> method(cells);
  Blocks blocks(work.lists, method, solution.values, work.executor, work.watch, sweep, at);
  if (Status done = blocks.run(); !done) return done;
  solution.period = blocks.period();
  return {};
}

// A set of values goes up to the mex of its greatest one.
std::size_t set_words(const Lists& lists, Quantity quantity) {
  return (quantity == Quantity::outcome ? 1 : lists.options) / 64 + 1;
}

template <class Cell>
Status solve_endless(const Work& work, family::Solved<memory::Cells>& solution) {
  const std::size_t words = set_words(work.lists, work.quantity);
  std::deque<std::vector<std::uint64_t>> memory;  // stays in place as it grows
  std::vector<kernels::EndlessSteps> endless;
  for (const Progression& steps : work.lists.endless) {
    const auto stride = static_cast<std::size_t>(steps.stride);
    auto& bits = memory.emplace_back(stride * words);
    auto& mexes = memory.emplace_back(stride);
    endless.push_back({static_cast<std::size_t>(steps.first), stride, bits, mexes});
    if (!steps.last) continue;
    endless.back().terms = static_cast<std::size_t>((*steps.last - steps.first) / steps.stride + 1);
    endless.back().counts = memory.emplace_back(stride * words * 64);
  }
  std::uint64_t at = 0;  // heaps solved
  tiles::Resumable sweep(kernel, work.watch, [&] {
    tiles::Resumable::State state{{at}, {solution.values.bytes()}};
    for (auto& words_of : memory)
      state.parts.push_back(std::as_writable_bytes(std::span(words_of)));
    return state;
  });
  const auto begin = sweep.begin({work.lists.heaps});
  if (!begin) return begin.error();
  at = begin->front();
  if (Status loaded = sweep.load(); !loaded) return loaded;
  solution.values.take_pages(work.executor, work.watch.stop);
  std::vector<std::uint64_t> scratch(words);
  const std::size_t largest =
      work.quantity == Quantity::outcome ? 1 : std::numeric_limits<std::size_t>::max();
  while (at < work.lists.heaps) {
    const std::uint64_t to = std::min(at + endless_block, work.lists.heaps);
    kernels::solve_endless_steps<Cell>(solution.values.as<Cell>(), endless, work.lists.single,
                                       scratch, largest, work.stuck(), at, to);
    if (work.watch.solved) *work.watch.solved += to - at;
    at = to;
    if (Status saved = sweep.reached(); !saved) return saved;
  }
  return {};
}

// Up to this many heaps a period is searched for at the end too, which takes a millisecond or two.
// Larger boxes are searched by blocks on the way, except those of long progressions.
constexpr std::uint64_t most_searched_at_end = std::uint64_t{1} << 20;

bool is_searched_at_end(const Lists& lists) {
  return lists.heaps <= most_searched_at_end || !lists.endless.empty();
}

// Windows are shorter than this: find_period() numbers their terms by 32 bits.
constexpr std::int64_t too_long_a_window = std::int64_t{1} << 32;

// How many values in a row determine all that follow; nothing if the box does not hold that many.
// Steps beyond the box would make larger heaps differ, whatever repeats in it.
std::optional<std::uint64_t> window_of(const Steps& steps, std::uint64_t heaps) {
  const auto longest = steps.longest();
  if (!longest || static_cast<std::uint64_t>(*longest) >= heaps || *longest >= too_long_a_window)
    return std::nullopt;
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(*longest), 1);
}

template <class Cell>
Status solve(const Work& work, std::optional<std::uint64_t> window,
             family::Solved<memory::Cells>& solution) {
  const Status done = work.lists.endless.empty() ? solve_single<Cell>(work, solution)
                                                 : solve_endless<Cell>(work, solution);
  if (!done) return done;
  if (!window)
    solution.period.reset();
  else if (!solution.period && is_searched_at_end(work.lists))
    solution.period = family::find_period<Cell>(solution.values.as<Cell>(), *window);
  return {};
}

std::uint64_t bytes_of_last_search(const Steps& steps, const Lists& lists) {
  return is_searched_at_end(lists) ? 4 * window_of(steps, lists.heaps).value_or(0) : 0;
}

std::uint64_t working_bytes(const Lists& lists, Quantity quantity) {
  if (!lists.endless.empty()) {
    std::uint64_t sets = 1;
    for (const Progression& steps : lists.endless)
      sets += static_cast<std::uint64_t>(steps.stride) * (steps.last ? 65 : 1);
    return sets * set_words(lists, quantity) * sizeof(std::uint64_t);
  }
  const std::uint64_t mask_bytes = std::uint64_t{16} * step_block(lists);
  const std::uint64_t window =
      lists.single.empty() ? 0 : static_cast<std::uint64_t>(lists.single.back());
  return mask_bytes + (window <= lists.heaps / heaps_per_window ? 4 * window : 0);
}

}  // namespace

family::SolvedCells solve(const Steps& steps, const Box& closure, Quantity quantity,
                          Convention convention, parallel::Executor& executor,
                          const tiles::Watch& watch) {
  const Lists lists = list_steps(steps, closure);
  const unsigned width = cell_bytes(lists, quantity);
  auto cells = memory::Cells::allocate(closure, width);
  if (!cells) return cells.error();
  family::Solved<memory::Cells> solution{std::move(*cells), std::nullopt};
  const Work work{lists, quantity, convention, executor, watch};
  const auto window = window_of(steps, lists.heaps);
  const Status done = width == 1   ? solve<std::uint8_t>(work, window, solution)
                      : width == 2 ? solve<std::uint16_t>(work, window, solution)
                                   : solve<std::uint32_t>(work, window, solution);
  if (!done) return done.error();
  return solution;
}

unsigned cell_bytes(const Steps& steps, const Box& closure, Quantity quantity) {
  return cell_bytes(list_steps(steps, closure), quantity);
}

// Longer lists of steps are not made for an estimate: their size is bounded from above.
constexpr std::uint64_t most_listed_for_forecast = std::uint64_t{1} << 22;
constexpr std::uint64_t most_machines_hold = std::uint64_t{1} << 48;

std::uint64_t memory_bytes(const Steps& steps, const Box& closure, Quantity quantity) {
  const Forecast expected = forecast(steps, closure);
  if (expected.single > most_listed_for_forecast) {
    const std::uint64_t heaps = expected.others.heaps;
    return heaps * cell_bytes(expected.others, quantity) +
           std::min(expected.single, most_machines_hold) * 4 * sizeof(std::int64_t) +
           working_bytes(expected.others, quantity) + 4 * (heaps / heaps_per_window);
  }
  const Lists lists = list_steps(steps, closure);
  return lists.heaps * cell_bytes(lists, quantity) + list_bytes(lists) +
         working_bytes(lists, quantity) + bytes_of_last_search(steps, lists);
}

}  // namespace grundy::step
