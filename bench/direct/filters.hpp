// direct/filters.hpp: one heap, from which a move takes k where something is said of n and k; what
// passes is found by hand and not by trying. Baselines.
//
// Nimbers of the heaps 0 .. nimbers.size() - 1, outcomes likewise: 0 = P, 1 = N. One thread.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::direct {

// k divides n. Every k is noted with its multiples first.
void divisor_nimbers(std::span<std::uint16_t> nimbers);
void divisor_outcomes(std::span<std::uint8_t> outcomes);

// k * k <= n.
void root_nimbers(std::span<std::uint16_t> nimbers);
void root_outcomes(std::span<std::uint8_t> outcomes);

// n + k is 1 more than a multiple of 3.
void stride_nimbers(std::span<std::uint16_t> nimbers);

// At most half of the heap.
void half_nimbers(std::span<std::uint16_t> nimbers);

// Any number but 2 and half of the heap.
void gap_nimbers(std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
