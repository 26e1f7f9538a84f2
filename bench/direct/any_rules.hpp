// direct/any_rules.hpp: games outside linear arithmetic, and one with conditions, as loops.
// Baselines.
//
// Tables are in C order. Outcomes: 0 = P, 1 = N. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// Cram on 4 x 5 squares: bit 5 i + j is 1 where the square (i, j) is free.
void cram_nimbers(std::span<std::uint8_t> nimbers);

// Node Kayles on the vertices 0 .. 19, each beside those one and six further on a circle. Bit v is
// 1 where v may still be chosen.
void node_kayles_nimbers(std::span<std::uint8_t> nimbers);

// Any coordinate of four moves down to any number that none of the others has.
void welter_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

// A triangular number goes from a heap.
void triangular_nimbers(std::span<std::uint16_t> nimbers);

// A prime goes from a heap, or a product of two. By sets of heaps, as contest programs do it.
void two_primes_nimbers(std::span<std::uint8_t> nimbers);

}  // namespace grundy::direct
