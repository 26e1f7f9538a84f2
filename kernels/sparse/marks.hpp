// kernels/sparse/marks.hpp: which nimbers the splits of 64 neighbouring heaps reach.
//
// Every heap has an index, one byte; the index of a sum is the xor of its parts' indices. A
// partner is a part that 64 heaps can split off at the same distance: heap n + l then leaves a
// part of n + l - distance, so that the other parts are a window of neighbours and 16 to 64 of
// them are treated by one instruction.
//
// The marks of a heap are a set of indices: index x is bit x % 8 of the byte of plane x / 8. A
// plane is 64 bytes, one for each heap. Up to ten planes at a time stay in registers while all
// partners pass: 3 instructions for each partner, plane and vector of heaps.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t heaps_in_block = 64;
inline constexpr std::size_t heaps_in_step = 16;  // four steps are a block
inline constexpr std::size_t max_planes = 32;

struct Partner {
  std::uint32_t distance;
  std::uint8_t index;
};

// For each partner and l in [0, 64): marks index[l - distance] ^ partner.index of heap l, unless
// it is 8 * planes or more. `index` points at heap 0 of the 64, and index[l - distance] must be
// readable. Marks stay; new ones are or-ed. Requires marks.size() == 64 * planes, planes in
// [1, 32]. Allocates nothing; any thread may call it.
void mark_splits(const std::uint8_t* index, std::span<const Partner> partners, std::size_t planes,
                 std::span<std::uint8_t> marks) noexcept;

// The same, without the heaps whose other part is rare: those with rare[l - distance] == 255
// rather than 0.
void mark_common_splits(const std::uint8_t* index, const std::uint8_t* rare,
                        std::span<const Partner> partners, std::size_t planes,
                        std::span<std::uint8_t> marks) noexcept;

// mark_splits() for the first 16 heaps only; marks as there, of which 64 * (planes - 1) + 16 bytes
// are used.
void mark_splits_of_step(const std::uint8_t* index, std::span<const Partner> partners,
                         std::size_t planes, std::span<std::uint8_t> marks) noexcept;

}  // namespace grundy::kernels
