// direct/offsets.hpp: moves to constant distances, each game as one would write it by hand.
// Baselines.
//
// Tables hold the positions of the box in C order; its side is largest + 1. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "direct/cards.hpp"

namespace grundy::direct {

// The white knight on a board: (-2, +1), (-2, -1), (+1, -2), (-1, -2).
void knight_nimbers(std::size_t largest, std::span<std::uint8_t> nimbers);

// A king that goes left, up, or both.
void king_nimbers(std::size_t largest, std::span<std::uint8_t> nimbers);
// Plies to the end when the winner hurries and the loser delays.
void king_remoteness(std::size_t largest, std::span<std::uint16_t> remoteness);

// direct/cards.hpp, of the closure.
void card_nimbers(const CardBox& box, std::span<std::uint8_t> nimbers);

}  // namespace grundy::direct
