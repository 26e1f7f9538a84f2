#include "methods/step/solve.hpp"

#include <algorithm>
#include <deque>
#include <limits>

#include "kernels/step/endless.hpp"
#include "kernels/step/steps.hpp"
#include "kernels/step/wide.hpp"
#include "methods/step/blocks.hpp"
#include "methods/step/kernel.hpp"
#include "methods/step/lists.hpp"
#include "tiles/watch.hpp"

namespace grundy::step {
namespace {

// Heaps of endless steps that are solved before a wish to stop is looked at.
constexpr std::uint64_t endless_block = 1 << 18;

struct Work {
  const Lists& lists;
  Quantity quantity;
  Convention convention;
  parallel::Executor& executor;
  const tiles::Watch& watch;

  // The value of heaps that have no option.
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
  // Large values may be rare. One plane is hardly faster than two.
  bool shrink(std::uint64_t first, std::uint64_t count) {
    const auto large = [this](std::uint8_t value) { return value >= 4 * planes_; };
    if (planes_ <= 2 || std::ranges::any_of(values_.subspan(first, count), large)) return false;
    planes_ /= 2;
    return true;
  }

  // Who has no option and wins is as good as one who has a P-position for an option.
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

// Bytes at the front become cells, in place.
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
  std::uint64_t wide = 0;  // 1: they stand in cells
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

// Of so many heaps the last ones too are looked for among the others: a millisecond or two. Larger
// boxes are looked at on the way, by blocks, but for those of long progressions.
constexpr std::uint64_t most_looked_at_last = std::uint64_t{1} << 20;

bool is_looked_at_last(const Lists& lists) {
  return lists.heaps <= most_looked_at_last || !lists.endless.empty();
}

// No window is as long: find_period() numbers its terms by 32 bits.
constexpr std::int64_t too_long_a_window = std::int64_t{1} << 32;

// As many values in a row as it has tell all others; none if the box does not hold them. Steps
// beyond the box would make larger heaps differ, whatever repeats in it.
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
  else if (!solution.period && is_looked_at_last(work.lists))
    solution.period = family::find_period<Cell>(solution.values.as<Cell>(), *window);
  return {};
}

std::uint64_t bytes_of_last_look(const Steps& steps, const Lists& lists) {
  return is_looked_at_last(lists) ? 4 * window_of(steps, lists.heaps).value_or(0) : 0;
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

Result<family::Solved<memory::Cells>> solve(const Steps& steps, const Box& closure,
                                            Quantity quantity, Convention convention,
                                            parallel::Executor& executor,
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

// Longer lists of steps are for the solve to make: what they take is then bounded from above.
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
         working_bytes(lists, quantity) + bytes_of_last_look(steps, lists);
}

}  // namespace grundy::step
