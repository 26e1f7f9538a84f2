// kernels/scan/interval.hpp: where linear forms of one number are 0, or at least 0.
#pragma once
#include <algorithm>
#include <cstdint>

namespace grundy::kernels::scan {

inline std::int64_t floor_divide(std::int64_t a, std::int64_t b) noexcept {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// first, first + 1, .. last
struct Interval {
  std::int64_t first;
  std::int64_t last;

  bool is_empty() const noexcept { return first > last; }

  // Leaves those i for which value + gain * i is 0, or is at least 0.
  void keep_zero(std::int64_t value, std::int64_t gain) noexcept {
    if (gain == 0 ? value == 0 : value % gain == 0) {
      if (gain == 0) return;
      first = std::max(first, -(value / gain));
      last = std::min(last, -(value / gain));
    } else {
      last = first - 1;
    }
  }
  void keep_at_least_zero(std::int64_t value, std::int64_t gain) noexcept {
    if (gain > 0)
      first = std::max(first, -floor_divide(value, gain));
    else if (gain < 0)
      last = std::min(last, floor_divide(value, -gain));
    else if (value < 0)
      last = first - 1;
  }
};

}  // namespace grundy::kernels::scan
