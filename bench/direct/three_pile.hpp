// direct/three_pile.hpp: the three-pile game as one would write it by hand. A baseline.
//
// Piles a, b, c; a move takes any number from one pile or the same number from two. Tables hold the
// positions of the box 0..largest in C order, so (largest + 1)^3 of them. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// 0 = P, 1 = N. Visits every position; marks what a P-position attacks. The marking is
// O(P-positions * largest), the visiting O(positions).
void three_pile_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);

// The P-positions alone: third[a * (largest + 1) + b] is the c with which a and b lose, or
// largest + 1 if there is none. 64 values of c at a time, since a P-position excludes one bit of
// each row that it attacks: O(largest^3 / 64).
void three_pile_section_by_words(std::size_t largest, std::span<std::uint32_t> third);

// The mex over every option: O(positions * largest).
void three_pile_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
