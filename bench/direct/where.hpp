// direct/where.hpp: games of which only some tuples are positions, as loops over these alone.
// Baselines.
//
// Tables are in C order. Tuples that are no positions hold the largest value of their type, as
// tables of Grundy do. Outcomes: 0 = P, 1 = N. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// Four-row Chomp, its rows a >= b >= c >= d with 1 <= a <= largest.
void chomp4_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);
void chomp4_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

// Three coins on different squares up to `largest`. A coin moves down to a free square.
void coins_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
