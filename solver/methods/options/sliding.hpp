// methods/options/sliding.hpp: the values of neighbours in a row, from one end to the other, as
// both ends move.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include "base/block.hpp"
#include "base/error.hpp"
#include "kernels/generic/program.hpp"
#include "methods/dense_set.hpp"

namespace grundy::window {

// How often each value occurs, and the least that does not.
class CountedValues {
 public:
  // None yet, of the values below `end`. Errc::memory.
  static Result<CountedValues> below(std::uint64_t end) {
    auto counts = memory::Block::zeros(end * sizeof(std::uint32_t));
    if (!counts) return counts.error();
    auto present = family::DenseSet::below(end);
    if (!present) return present.error();
    return CountedValues(*std::move(counts), *std::move(present));
  }
  static std::uint64_t bytes(std::uint64_t end) {
    return end * sizeof(std::uint32_t) + family::DenseSet::memory_bytes(end);
  }

  void add(std::uint32_t value) noexcept {
    if (counts_[value]++ == 0) present_.insert(value);
  }
  // Requires that the value occurs.
  void remove(std::uint32_t value) noexcept {
    if (--counts_[value] == 0) present_.erase(value);
  }

  // The least value from `from` <= end on that does not occur; `end` if all below it do.
  std::uint64_t absent_from(std::uint64_t from) const noexcept {
    return present_.absent_from(from);
  }

 private:
  CountedValues(memory::Block counts, family::DenseSet present)
      : block_(std::move(counts)),
        counts_(block_.as<std::uint32_t>().data()),
        present_(std::move(present)) {}

  memory::Block block_;
  std::uint32_t* counts_;
  family::DenseSet present_;
};

// Ranks of the first and the last one.
struct Ends {
  std::int64_t low = 0;
  std::int64_t high = -1;

  bool empty() const noexcept { return high < low; }
};

// Whether the options of a rule may be neighbours, and whether those of a run are.
inline bool may_slide(const kernels::RuleProgram& rule) noexcept {
  return rule.summands == 1 && rule.has_run && !rule.run.is_sparse();
}
inline bool is_window(const kernels::Program& program, const kernels::Run& run,
                      std::int64_t stride) noexcept {
  return may_slide(program.rules[run.rule]) && (run.count == 1 || std::abs(run.step[0]) == stride);
}

inline Ends ends_of(const kernels::Run& run) noexcept {
  const std::int64_t first = run.output(0, 0);
  const std::int64_t last = run.output(0, run.count - 1);
  return {std::min(first, last), std::max(first, last)};
}

inline bool meet(const Ends& a, const Ends& b) noexcept {
  return a.low <= b.high && b.low <= a.high;
}

// How many values leave or enter.
inline std::int64_t moves_between(const Ends& a, const Ends& b, std::int64_t stride) noexcept {
  const std::int64_t ranks = meet(a, b) ? std::abs(a.low - b.low) + std::abs(a.high - b.high)
                                        : a.high - a.low + b.high - b.low + 2 * stride;
  return ranks / stride;
}

// The values of the cells between two ends that move.
class Window {
 public:
  Window(CountedValues values, std::int64_t stride) : values_(std::move(values)), stride_(stride) {}

  const CountedValues& values() const noexcept { return values_; }

  // Adds and removes what lies between the old ends and the new ones, or everything where they do
  // not meet. Requires the values of all these cells.
  template <class Cell>
  void move_to(const Ends& ends, std::span<const Cell> cells) noexcept {
    if (!meet(ends_, ends)) {
      each(ends_.low, ends_.high, [&](std::int64_t rank) { values_.remove(cells[index(rank)]); });
      ends_ = {ends.low, ends.low - stride_};
    }
    each(ends_.high + stride_, ends.high, [&](std::int64_t r) { values_.add(cells[index(r)]); });
    each(ends.low, ends_.low - stride_, [&](std::int64_t r) { values_.add(cells[index(r)]); });
    each(ends.high + stride_, ends_.high, [&](std::int64_t r) { values_.remove(cells[index(r)]); });
    each(ends_.low, ends.low - stride_, [&](std::int64_t r) { values_.remove(cells[index(r)]); });
    ends_ = ends;
  }

  // Removes everything.
  template <class Cell>
  void clear(std::span<const Cell> cells) noexcept {
    each(ends_.low, ends_.high, [&](std::int64_t rank) { values_.remove(cells[index(rank)]); });
    ends_ = {};
  }

 private:
  static std::size_t index(std::int64_t rank) noexcept { return static_cast<std::size_t>(rank); }

  template <class Use>
  void each(std::int64_t from, std::int64_t to, Use use) noexcept {
    for (std::int64_t rank = from; rank <= to; rank += stride_) use(rank);
  }

  CountedValues values_;
  std::int64_t stride_;
  Ends ends_;
};

}  // namespace grundy::window
