// kernels/sparse/few.hpp: a few indices of each of 64 heaps, tried one by one.
//
// Where all but a few indices are marked, to ask of these whether other splits reach them is four
// times as cheap as more marks (marks.hpp): 2 instructions for an index, partner and
// vector of heaps.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/sparse/marks.hpp"

namespace grundy::kernels {

inline constexpr std::size_t few = 6;
using ByteOfEach = std::array<std::uint8_t, heaps_in_block>;

// Flags are 255 for yes and 0 for no.
struct FewUnmarked {
  std::array<ByteOfEach, few> index;    // of each heap the least ones, ascending
  std::array<ByteOfEach, few> reached;  // or there are fewer
  ByteOfEach more;                      // whether there are others
};

// The least unmarked indices of 64 heaps, with marks as in mark_splits(). None is reached yet.
FewUnmarked first_unmarked(std::size_t planes, std::span<const std::uint8_t> marks) noexcept;

// Sets reached[t][l] where a partner reaches index[t][l] of heap l, with `index` and partners as in
// mark_splits().
void try_splits(const std::uint8_t* index, std::span<const Partner> partners,
                FewUnmarked& unmarked) noexcept;

// try_splits() for heaps l = first, .., first + 15 only; `index` is that of heap 0 of the 64.
void try_splits_of_step(const std::uint8_t* index, std::size_t first,
                        std::span<const Partner> partners, FewUnmarked& unmarked) noexcept;

}  // namespace grundy::kernels
