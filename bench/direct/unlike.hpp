// direct/unlike.hpp: games without a common form, each as one would write it by hand. Baselines.
//
// Tables hold the positions of the box in C order; coordinates begin at 0, but the first of
// chomp at 1. Outcomes: 0 = P, 1 = N. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// Three-row Chomp, rows of 1..largest, 0..largest and 0..largest squares, also growing ones: eat
// rows from a square on, never the first square.
void chomp_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);
void chomp_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);
// The third row of the only P-position with rows a and b, at (a - 1) * (largest + 1) + b; `largest`
// + 1 if there is none. What P-positions exclude is kept as rows of bits.
void chomp_section_by_words(std::size_t largest, std::span<std::uint32_t> third);

// Take a multiple of the smaller number from the larger. The side is largest + 1.
void euclid_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);
void euclid_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

// A box of size s holds c stones; add 1 to c * c, at most as many as there is room for.
void stone_box_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
