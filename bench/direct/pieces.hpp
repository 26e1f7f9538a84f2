// direct/pieces.hpp: heaps that are left in parts, each game as one would write it by hand.
// Baselines.
//
// Nimbers of the heaps 0 .. nimbers.size() - 1, below 65536. One thread.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::direct {

// Take any number, or split in two: O(heaps) each.
void lasker_nimbers(std::span<std::uint16_t> nimbers);

// Take any number and split what is left in any way; values of smaller totals stay marked.
void rims_nimbers(std::span<std::uint16_t> nimbers);

// Leave nothing, a smaller heap or two different smaller heaps; marks stay as well.
void mock_turtles_nimbers(std::span<std::uint16_t> nimbers);

// Take one and leave three heaps: O(heaps^2) each.
void three_parts_nimbers(std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
