// direct/variable_sums.hpp: heaps that become sums of many heaps, as contest programs solve them.
// Baselines.
//
// Nimbers of the heaps from the least one on, which is 0 or 1, as many as there is room for. One
// thread.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::direct {

// From heap 0: split into two or more heaps a, a + 1, ..; Codeforces 87C, by prefix xors.
void rising_nimbers(std::span<std::uint16_t> nimbers);

// From heap 1: Ruler, by prefix xors, and by adding one coin after the other to the left.
void ruler_nimbers(std::span<std::uint16_t> nimbers);
void ruler_nimbers_by_loops(std::span<std::uint16_t> nimbers);

// From heap 1: split into k >= 2 equal heaps. Every k is noted with its multiples first.
void tower_nimbers(std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
