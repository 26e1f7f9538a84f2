// kernels/sparse_space_mex.hpp: the least unmarked index of up to 64 heaps, one after the other.
//
// What mark_splits() cannot do: partners so near that a heap of the block depends on others of
// the same block.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/sparse_space_marks.hpp"

namespace grundy::kernels {

// A partner that only the heaps l with bit l of `heaps` have.
struct PartialPartner {
  Partner partner;
  std::uint64_t heaps;
};

// Sets index[l], l = 0, 1, .., count - 1, to the least index that neither `marks` nor the
// partners mark for heap l. Returns the number of heaps set: less than `count` when all
// 8 * planes indices of a heap are marked. Requires index[l - distance] readable for every
// partner of l, count <= 64, and marks as mark_splits() leaves them, from heap 0 of these on.
std::size_t least_unmarked(std::uint8_t* index, std::size_t count,
                           std::span<const Partner> partners,
                           std::span<const PartialPartner> partial, std::size_t planes,
                           std::span<const std::uint8_t> marks) noexcept;

}  // namespace grundy::kernels
