// direct/sparse_space.hpp: octal games by their rare heaps, heap by heap, by hand. A baseline.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::direct {

// How to tell rare heaps from common ones: popcount(nimber & mask) is even or, if `alternating`,
// has the parity of n + k, where the only digit that splits is digit k.
struct SparseSpace {
  std::uint32_t mask;
  bool alternating;
};

// Nimbers of the heaps 0 .. nimbers.size() - 1 of the octal code whose digits 0, 1, 2, .. these
// are. O(heaps * (rare heaps + splits until every rare nimber below is met)). One thread. Requires
// nimbers below 1024, which holds for the games that have been examined.
void octal_nimbers(std::span<const unsigned> digits, const SparseSpace& space,
                   std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
