// kernels/pieces/pairs.hpp: the nimbers of all pairs of heaps of one total.
//
// A set of nimbers is a row of 64-bit words: nimber g is bit g % 64 of word g / 64. Many pairs are
// marked in bytes first, for a byte is set without reading it. Nothing is allocated; any thread may
// call it on sets and marks of its own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// Adds values[i] ^ values[total - i] to `set` for i = first, .., last - 1. `marks` are 64 bytes for
// each word of the set, all 0, and are left so. Requires xors below 64 * set.size().
void add_pairs(std::span<const std::uint32_t> values, std::size_t total, std::size_t first,
               std::size_t last, std::span<std::uint8_t> marks,
               std::span<std::uint64_t> set) noexcept;

}  // namespace grundy::kernels
