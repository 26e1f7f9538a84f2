// direct/relations.hpp: games of two heaps, each as a loop that keeps what matters of each line.
// Baselines.
//
// Tables hold the positions 0..largest of both heaps in C order. Outcomes: 0 = P, 1 = N. One
// thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// Any number from one heap, or from both numbers that differ by less than `width`. By the
// recurrence of the P-positions (Fraenkel, How to beat your Wythoff games' opponent on three
// fronts, 1982).
void wythoff_outcomes(std::size_t width, std::size_t largest, std::span<std::uint8_t> outcomes);

// At most half of one heap, or as many from both, at most half of the smaller.
void halves_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);

// Any number from one heap, or j from the first and j .. 2 j from the second.
void cone_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);

// Any number from one heap, all but one of which may go to the other if that is the second.
void transfer_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);

// Any number from one heap, or at most 50 from both together.
void fifty_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);

}  // namespace grundy::direct
