// methods/growth/first_nimbers.hpp: nimbers of a few heaps, by looking at each way to leave one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/heap_moves.hpp"

namespace grundy::growth {

// Of heaps 0 .. heaps - 1. O(heaps^(p + 1)) time for moves that leave p parts, less 1 where their
// sum is exact.
std::vector<std::uint32_t> first_nimbers(std::span<const family::HeapMove> moves,
                                         std::size_t heaps);

}  // namespace grundy::growth
