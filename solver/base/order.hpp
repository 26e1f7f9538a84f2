// base/order.hpp: numbers in the order of their keys.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace grundy {

// 0, 1, .. keys.size() - 1 by ascending keys[number]; those of equal keys ascend. O(n log n).
inline std::vector<std::uint32_t> order_by(const std::vector<std::int64_t>& keys) {
  std::vector<std::uint32_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return numbers;
}

}  // namespace grundy
