// kernels/walsh_hadamard.hpp: sums over all characters of the group of nimbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// Replaces data[m] by the sum over v of data[v] * (-1)^popcount(v & m), in size * log2(size)
// additions. Requires the size to be a power of two.
inline void walsh_hadamard(std::span<std::int64_t> data) noexcept {
  for (std::size_t half = 1; half < data.size(); half *= 2)
    for (std::size_t v = 0; v < data.size(); ++v)
      if ((v & half) == 0) {
        const std::int64_t sum = data[v] + data[v + half];
        data[v + half] = data[v] - data[v + half];
        data[v] = sum;
      }
}

}  // namespace grundy::kernels
