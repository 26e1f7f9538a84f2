// kernels/sparse/mex.hpp: the least index that up to 64 heaps do not reach, one heap after
// the other.
//
// What mark_splits() cannot do: partners so near that a heap of the block depends on others of
// the same block.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/sparse/few.hpp"
#include "kernels/sparse/marks.hpp"

namespace grundy::kernels {

// A partner that only the heaps l with bit l of `heaps` have.
struct PartialPartner {
  Partner partner;
  std::uint64_t heaps;
};

struct Neighbours {
  std::span<const Partner> near;    // of any distance
  std::span<const Partner> middle;  // of 16 or more: a step of heaps at a time
  std::span<const PartialPartner> partial;
};

// Sets index[l], l = first, first + 1, .., end - 1, to the least index that neither `marks` nor
// the neighbours mark for heap l. Returns the heaps set, up to `end`: fewer when all 8 * planes
// indices of a heap are marked. Requires index[l - distance] readable for every partner of l,
// end <= 64, and marks as mark_splits() leaves them, to which those of middle partners are added.
std::size_t least_unmarked(std::uint8_t* index, std::size_t first, std::size_t end,
                           const Neighbours& neighbours, std::size_t planes,
                           std::span<std::uint8_t> marks) noexcept;

// The same when all indices are marked but those of `unmarked` that are not reached, to which
// those are added that middle partners reach.
std::size_t least_of_few(std::uint8_t* index, std::size_t first, std::size_t end,
                         const Neighbours& neighbours, FewUnmarked& unmarked) noexcept;

}  // namespace grundy::kernels
