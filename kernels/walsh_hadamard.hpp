// kernels/walsh_hadamard.hpp: sums over all characters of the group of nimbers.
#pragma once
#include <cstddef>

namespace grundy::kernels {

// Replaces data[m] by the sum over v of data[v] * (-1)^popcount(v & m), in size * log2(size)
// additions. Done twice, it multiplies by the size. Requires the size to be a power of two.
template <class Numbers>
void walsh_hadamard(Numbers& data) noexcept {
  for (std::size_t half = 1; half < data.size(); half *= 2)
    for (std::size_t block = 0; block < data.size(); block += 2 * half)
      for (std::size_t v = block; v < block + half; ++v) {
        const auto sum = data[v] + data[v + half];
        data[v + half] = data[v] - data[v + half];
        data[v] = sum;
      }
}

}  // namespace grundy::kernels
