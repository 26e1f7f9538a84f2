#include "kernels/step/endless.hpp"

#include <algorithm>

namespace grundy::kernels {
namespace {

bool has(const std::uint64_t* set, std::size_t value) {
  return set[value / 64] >> (value % 64) & 1;
}

void insert(std::uint64_t* set, std::size_t value) {
  set[value / 64] |= std::uint64_t{1} << (value % 64);
}

// Heap n at the moment when it is solved.
template <class Cell>
class Heap {
 public:
  Heap(std::size_t n, const Cell* values, std::size_t words)
      : n_(n), values_(values), words_(words) {}

  // Adds the options by endless steps.
  void reach(EndlessSteps& steps) {
    if (n_ < steps.first) return;
    stuck_ = false;
    const std::size_t remainder = (n_ - steps.first) % steps.stride;
    std::uint64_t* const set = steps.bits.data() + remainder * words_;
    std::uint64_t& mex = steps.mexes[remainder];
    insert(set, values_[n_ - steps.first]);
    if (steps.terms != 0) count(steps, remainder, set, mex);
    while (has(set, mex)) ++mex;
    least_ = std::max<std::size_t>(least_, mex);
  }

  // Of a progression with an end: one value has come, and one may have gone.
  void count(EndlessSteps& steps, std::size_t remainder, std::uint64_t* set, std::uint64_t& mex) {
    std::uint64_t* const counts = steps.counts.data() + remainder * words_ * 64;
    ++counts[values_[n_ - steps.first]];
    const std::size_t beyond = steps.first + steps.terms * steps.stride;
    if (n_ < beyond) return;
    const std::size_t gone = values_[n_ - beyond];
    if (--counts[gone] != 0) return;
    set[gone / 64] &= ~(std::uint64_t{1} << (gone % 64));
    mex = std::min<std::uint64_t>(mex, gone);
  }

  // Marks the options by single steps, or takes the marks away.
  void mark(std::span<const std::int64_t> single, std::span<std::uint64_t> marks) {
    for (const std::int64_t step : single) {
      const auto k = static_cast<std::size_t>(step);
      if (k > n_) return;
      stuck_ = false;
      insert(marks.data(), values_[n_ - k]);
    }
  }
  void unmark(std::span<const std::int64_t> single, std::span<std::uint64_t> marks) const {
    for (const std::int64_t step : single) {
      const auto k = static_cast<std::size_t>(step);
      if (k > n_) return;
      marks[values_[n_ - k] / 64] = 0;
    }
  }

  std::size_t mex(std::span<const EndlessSteps> endless,
                  std::span<const std::uint64_t> marks) const {
    const auto reached = [&](std::size_t value) {
      return has(marks.data(), value) ||
             std::any_of(endless.begin(), endless.end(), [&](const EndlessSteps& steps) {
               return n_ >= steps.first &&
                      has(steps.bits.data() + (n_ - steps.first) % steps.stride * words_, value);
             });
    };
    std::size_t value = least_;
    while (reached(value)) ++value;
    return value;
  }

  bool stuck() const { return stuck_; }

 private:
  std::size_t n_;
  const Cell* values_;
  std::size_t words_;
  std::size_t least_ = 0;
  bool stuck_ = true;
};

}  // namespace

template <class Cell>
void solve_endless_steps(std::span<Cell> values, std::span<EndlessSteps> endless,
                         std::span<const std::int64_t> single, std::span<std::uint64_t> scratch,
                         std::size_t largest, Cell stuck, std::size_t from,
                         std::size_t to) noexcept {
  for (std::size_t n = from; n < to; ++n) {
    Heap<Cell> heap(n, values.data(), scratch.size());
    for (EndlessSteps& steps : endless) heap.reach(steps);
    heap.mark(single, scratch);
    values[n] =
        heap.stuck() ? stuck : static_cast<Cell>(std::min(heap.mex(endless, scratch), largest));
    heap.unmark(single, scratch);
  }
}

template void solve_endless_steps(std::span<std::uint8_t>, std::span<EndlessSteps>,
                                  std::span<const std::int64_t>, std::span<std::uint64_t>,
                                  std::size_t, std::uint8_t, std::size_t, std::size_t) noexcept;
template void solve_endless_steps(std::span<std::uint16_t>, std::span<EndlessSteps>,
                                  std::span<const std::int64_t>, std::span<std::uint64_t>,
                                  std::size_t, std::uint16_t, std::size_t, std::size_t) noexcept;
template void solve_endless_steps(std::span<std::uint32_t>, std::span<EndlessSteps>,
                                  std::span<const std::int64_t>, std::span<std::uint64_t>,
                                  std::size_t, std::uint32_t, std::size_t, std::size_t) noexcept;

}  // namespace grundy::kernels
