// law/certificate/range_runs.cpp: theorem 1 of law/certificate/range_values.hpp.
#include <algorithm>
#include <mutex>
#include <utility>

#include "law/certificate/range_values.hpp"

namespace grundy::law {
namespace {

// Of all runs together: the steps of a bisection, and the runs that are looked at.
constexpr std::size_t most_work = 4'000'000;
constexpr std::size_t most_runs = 1 << 20;

constexpr auto lost_value = static_cast<std::int64_t>(Outcome::P);
constexpr auto won_value = static_cast<std::int64_t>(Outcome::N);

class Runs final : public HeapValues {
 public:
  Runs(std::unique_ptr<const RangeOptions> options, Heap first, Quantity quantity,
       Convention convention)
      : options_(std::move(options)), quantity_(quantity), convention_(convention), next_(first) {}

  std::optional<std::int64_t> value(Heap n) const override {
    const std::lock_guard lock(mutex_);
    if (n > last_heap || !cover(n)) return std::nullopt;
    return runs_[run_of(n)].value;
  }

  std::optional<std::vector<Heap>> heaps_with(std::int64_t value, Heap from, Heap to,
                                              std::size_t most) const override {
    const std::lock_guard lock(mutex_);
    std::vector<Heap> found;
    if (from > to) return found;
    if (to > last_heap || !cover(to)) return std::nullopt;
    for (std::size_t run = run_of(from); run < runs_.size() && runs_[run].first <= to; ++run) {
      if (runs_[run].value != value) continue;
      const Heap end = run + 1 < runs_.size() ? runs_[run + 1].first - 1 : to;
      for (Heap n = std::max(from, runs_[run].first); n <= std::min(end, to); ++n) {
        if (found.size() == most) return found;
        found.push_back(n);
      }
    }
    return found;
  }

 private:
  struct Run {
    Heap first;
    std::int64_t value;
  };
  struct Ends {
    Heap low, high;
    bool none() const { return low > high; }
  };

  // The run that holds a heap; one less than the first where it lies before all of them, which
  // wraps around.
  std::size_t run_of(Heap n) const {
    const auto after = std::ranges::upper_bound(runs_, n, {}, &Run::first);
    return static_cast<std::size_t>(after - runs_.begin()) - 1;
  }

  // Adds runs until heap n is covered.
  bool cover(Heap n) const {
    while (next_ <= n)
      if (!add_stretch()) return false;
    return true;
  }

  std::optional<Ends> ends(Heap n) const {
    if (++work_ > most_work) return std::nullopt;
    const auto low = options_->low(n), high = options_->high(n);
    if (!low || !high) return std::nullopt;
    return Ends{*low, *high};
  }

  // The heaps from next_ on as long as their value is evidently the same.
  bool add_stretch() const {
    const Heap n = next_;
    const auto now = ends(n);
    if (!now || runs_.size() >= most_runs) return false;
    const std::size_t low = run_of(now->low), high = run_of(now->high);
    const std::int64_t value = value_of(*now, low, high);
    if (runs_.empty() || runs_.back().value != value) runs_.push_back({n, value});
    Heap end = std::min(first_after(n, low + 1, &Ends::low), first_after(n, high + 1, &Ends::high));
    // Where both ends are in the same run there may be options now and none later.
    while (low == high && end > n + 1) {
      const auto then = ends(end - 1);
      if (then && (now->none() ? now->low > then->high : then->low <= now->high)) break;
      end = n + (end - n) / 2;
    }
    length_before_ = std::exchange(last_length_, end - n);
    next_ = end;
    return true;
  }

  std::int64_t value_of(const Ends& now, std::size_t low, std::size_t high) const {
    if (now.none()) {
      if (quantity_ == Quantity::nimber) return 0;
      return static_cast<std::int64_t>(outcome_without_options(convention_));
    }
    work_ += high - low;
    if (quantity_ == Quantity::outcome) {
      for (std::size_t run = low; run <= high; ++run)
        if (runs_[run].value == lost_value) return won_value;
      return lost_value;
    }
    std::vector<bool> seen(high - low + 2);
    for (std::size_t run = low; run <= high; ++run)
      if (std::cmp_less(runs_[run].value, seen.size()))
        seen[static_cast<std::size_t>(runs_[run].value)] = true;
    return std::ranges::find(seen, false) - seen.begin();
  }

  // The first heap after n at which an end reaches this run, or from which on it is unknown; one
  // after the last heap if there is none.
  Heap first_after(Heap n, std::size_t run, Heap Ends::*end) const {
    if (run >= runs_.size()) return last_heap + 1;
    const Heap target = runs_[run].first;
    const auto reaches = [&](Heap heap) {
      const auto there = ends(heap);
      return !there || (*there).*end >= target;
    };
    Heap before = n, after = last_heap + 1;
    // From where a line as long as the last stretches has it, in growing steps, then by bisection.
    const Heap guess = on_line(n, target, end);
    const bool is_reached = reaches(guess);
    (is_reached ? after : before) = guess;
    for (Heap step = 1; step < after - before; step *= 2) {
      const Heap at = is_reached ? after - step : before + step;
      const bool there = reaches(at);
      (there ? after : before) = at;
      if (there != is_reached) break;
    }
    while (after - before > 1) {
      const Heap middle = before + (after - before) / 2;
      (reaches(middle) ? after : before) = middle;
    }
    return after;
  }

  // About where, on a line from here on, an end reaches the target after n.
  Heap on_line(Heap n, Heap target, Heap Ends::*end) const {
    const Heap apart = std::min(std::max(last_length_, length_before_), last_heap - n);
    const auto here = ends(n), there = ends(n + apart);
    if (!here || !there) return n + (apart > 0 ? 1 : 0);
    const auto grows = static_cast<double>((*there).*end - (*here).*end);
    const auto wanted = static_cast<double>(target - (*here).*end);
    const double away =
        grows > 0 ? static_cast<double>(apart) * (wanted / grows) : static_cast<double>(2 * apart);
    const auto room = static_cast<double>(last_heap - n);
    if (away >= room) return last_heap;
    return std::min(last_heap, n + std::max<Heap>(1, static_cast<Heap>(away)));
  }

  std::unique_ptr<const RangeOptions> options_;
  Quantity quantity_;
  Convention convention_;
  mutable std::mutex mutex_;
  mutable std::vector<Run> runs_;
  mutable Heap next_;                                 // the first heap that no run covers
  mutable Heap last_length_ = 1, length_before_ = 1;  // of stretches
  mutable std::size_t work_ = 0;
};

}  // namespace

std::unique_ptr<const HeapValues> values_in_runs(std::unique_ptr<const RangeOptions> options,
                                                 std::int64_t first, Quantity quantity,
                                                 Convention convention) {
  return std::make_unique<Runs>(std::move(options), first, quantity, convention);
}

}  // namespace grundy::law
