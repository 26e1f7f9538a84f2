// kernels/sparse_space_cover.hpp: the search for splits that reach rare nimbers, bit-parallel.
//
// Row u is a bit string: bit i tells whether heap X + i is common and has index u. For 512
// neighbouring heaps n + l, a trial of offset m splits off the heap n + l - k - (X + 8 m + l),
// the same for all l, which has index a; so the heaps that reach index a ^ u by it are the 512
// bits of row u from byte m on. One load and one `or` for each vector of heaps.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t heaps_in_cover = 512;
// Trials end when no more than this are left: measured on 0.6.
inline constexpr std::size_t heaps_left = 32;
using HeapSet = std::array<std::uint64_t, heaps_in_cover / 64>;

struct Trials {
  std::span<const std::uint8_t> rows;      // row u begins at byte u * row_bytes
  std::size_t row_bytes;                   // at least 64 more than any offset
  std::span<const std::uint8_t> order;     // which rows to try, the likeliest first
  std::span<const std::uint16_t> offsets;  // by index of the other part:
  std::span<const std::uint32_t> starts;   //   offsets[starts[a] .. starts[a + 1]), 257 entries
};

// For each index below heaps.size() <= 256: removes from heaps[index] those that reach the index by
// some trial; stops when few are left. Allocates nothing; any thread may call it.
void cover(const Trials& trials, std::span<HeapSet> heaps) noexcept;

}  // namespace grundy::kernels
