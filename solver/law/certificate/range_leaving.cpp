// law/certificate/range_leaving.cpp: theorem 2 of law/certificate/range_values.hpp.
#include <algorithm>
#include <mutex>
#include <utility>

#include "law/certificate/range_values.hpp"

namespace grundy::law {
namespace {

constexpr std::size_t most_steps = 1 << 23;
constexpr std::size_t most_listed = 1 << 20;  // first heaps

// Heaps with equally many options are a block: first .. next - 1.
struct Block {
  Heap first, count;  // `count` options each
};

// Finds blocks. The last two tell about where the next one is, so a few tries suffice. Not
// thread-safe.
class Blocks {
 public:
  Blocks(const RangeOptions& options, Heap first) : options_(options), first_(first) {}

  std::optional<Heap> count(Heap n) const {
    if (n == first_) return 0;
    const auto low = options_.low(n);
    return low ? std::optional(n - *low) : std::nullopt;
  }

  // The block of heap n.
  std::optional<Block> of(Heap n) {
    const auto options = count(n);
    if (!options) return std::nullopt;
    const auto first = start(*options, n);
    if (!first) return std::nullopt;
    remember({*first, *options});
    return known_[0];
  }

  // The first heap of at most `end` with that many options or more; nothing if there is none.
  std::optional<Heap> start(Heap options, Heap end) const {
    if (options <= 0) return first_;
    Heap below = first_, above = end;  // fewer, and enough
    const auto at_end = count(end);
    if (!at_end || *at_end < options) return std::nullopt;
    const auto has_enough = [&](Heap n) -> std::optional<bool> {
      const auto there = count(n);
      return there ? std::optional(*there >= options) : std::nullopt;
    };
    const Heap guess = std::clamp(expected(options), first_, end);
    const auto is_enough = has_enough(guess);
    if (!is_enough) return std::nullopt;
    (*is_enough ? above : below) = guess;
    // From there on in growing steps, then by bisection.
    for (Heap step = 1;; step *= 2) {
      if (step >= above - below) break;
      const Heap at = *is_enough ? above - step : below + step;
      const auto there = has_enough(at);
      if (!there) return std::nullopt;
      (*there ? above : below) = at;
      if (*there != *is_enough) break;
    }
    while (above - below > 1) {
      const Heap middle = below + (above - below) / 2;
      const auto there = has_enough(middle);
      if (!there) return std::nullopt;
      (*there ? above : below) = middle;
    }
    return above;
  }

 private:
  void remember(const Block& block) {
    if (block.count == known_[0].count) return;
    known_[1] = known_[0];
    known_[0] = block;
  }

  // On the line through the blocks that were found last.
  Heap expected(Heap options) const {
    const Heap between = known_[0].count - known_[1].count;
    if (between == 0) return known_[0].first;
    const double slope =
        static_cast<double>(known_[0].first - known_[1].first) / static_cast<double>(between);
    const double away = slope * static_cast<double>(options - known_[0].count);
    if (!(away > -4e18 && away < 4e18)) return known_[0].first;
    Heap at = 0;
    if (__builtin_add_overflow(known_[0].first, static_cast<Heap>(away), &at)) return last_heap;
    return at;
  }

  const RangeOptions& options_;
  Heap first_;
  Block known_[2] = {{0, 0}, {0, 0}};
};

class Leaving final : public HeapValues {
 public:
  Leaving(std::unique_ptr<const RangeOptions> options, Heap first)
      : options_(std::move(options)), first_(first) {}

  std::optional<std::int64_t> value(Heap n) const override {
    Blocks blocks(*options_, first_);
    for (std::size_t step = 0; step < most_steps; ++step) {
      if (const auto known = listed(n)) return known;
      const auto block = blocks.of(n);
      if (!block) return std::nullopt;
      const Heap beyond = (n - block->first) % (block->count + 1);
      if (beyond == 0) return block->count;
      n = block->first + beyond - (block->count + 1);
    }
    return std::nullopt;
  }

  // The other way round: from the first heap with that many options on, the heap after which one
  // with this nimber leaves has it next.
  std::optional<std::vector<Heap>> heaps_with(std::int64_t value, Heap from, Heap to,
                                              std::size_t most) const override {
    std::vector<Heap> found;
    if (from > to || value < 0) return found;
    Blocks blocks(*options_, first_);
    const auto most_options = blocks.count(to);
    if (!most_options) return std::nullopt;
    if (*most_options < value) return found;
    auto heap = blocks.start(value, to);
    for (std::size_t step = 0; heap && *heap <= to && step < most_steps; ++step) {
      if (*heap >= from) {
        if (found.size() == most) return found;
        found.push_back(*heap);
      }
      heap = next(blocks, *heap, from, to);
    }
    if (!heap || *heap <= to) return std::nullopt;
    return found;
  }

 private:
  // The next heap with the nimber of this one, or a later one below `from`; to + 1 for any beyond.
  std::optional<Heap> next(Blocks& blocks, Heap heap, Heap from, Heap to) const {
    const auto own = blocks.of(heap);
    if (!own) return std::nullopt;
    Heap count = own->count;
    while (true) {
      const Heap after = heap + 1 + count;
      if (after > to) return to + 1;
      const auto there = blocks.count(after);
      if (!there) return std::nullopt;
      if (*there == count) {
        if (after >= from) return after;
        // As many steps within the block as stay below `from`.
        const auto end = blocks.start(count + 1, to);
        const Heap last = std::min(end ? *end - 1 : to, from - 1);
        if (last <= after) return after;
        return after + (last - after) / (count + 1) * (count + 1);
      }
      count = *there;
    }
  }

  // Of the first heaps, one after another.
  std::optional<std::int64_t> listed(Heap n) const {
    if (n < first_ || static_cast<std::uint64_t>(n - first_) >= most_listed) return std::nullopt;
    const auto at = static_cast<std::size_t>(n - first_);
    const std::lock_guard lock(mutex_);
    if (at >= listed_.size()) list(std::min(most_listed, std::max(2 * listed_.size(), at + 1)));
    return at < listed_.size() ? std::optional(listed_[at]) : std::nullopt;
  }

  void list(std::size_t size) const {
    while (listed_.size() < size) {
      const Heap n = first_ + static_cast<Heap>(listed_.size());
      const auto low = n == first_ ? std::optional(n) : options_->low(n);
      if (!low) return;
      listed_.push_back(*low > last_low_ ? listed_[static_cast<std::size_t>(*low - 1 - first_)]
                                         : n - *low);
      last_low_ = *low;
    }
  }

  std::unique_ptr<const RangeOptions> options_;
  Heap first_;
  mutable std::mutex mutex_;
  mutable std::vector<std::int64_t> listed_;  // of the first heaps
  mutable Heap last_low_ = first_;            // of the last of them
};

}  // namespace

std::unique_ptr<const HeapValues> values_by_leaving(std::unique_ptr<const RangeOptions> options,
                                                    std::int64_t first) {
  return std::make_unique<Leaving>(std::move(options), first);
}

}  // namespace grundy::law
