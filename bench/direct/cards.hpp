// direct/cards.hpp: the card game, as one would write it by hand. A baseline.
//
// a, b, c, d cards of value 0, 1, 2, 3. A move replaces two cards by one of their sum, at most 3:
// a 0 and any other, two 1s, or a 1 and a 2.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace grundy::direct {

// How many of each a position that came from at most `largest` of each may hold: a, b <= largest,
// c <= largest + largest / 2 and d <= 2 * largest.
struct CardBox {
  std::size_t a, b, c, d;  // inclusive

  constexpr std::size_t volume() const noexcept { return (a + 1) * (b + 1) * (c + 1) * (d + 1); }
};
constexpr CardBox card_closure(std::size_t largest) noexcept {
  return {largest, largest, largest + largest / 2, 2 * largest};
}

// The part of a table that was asked for: 0..largest in all four coordinates, in C order.
std::vector<std::uint8_t> asked_for(std::size_t largest, std::span<const std::uint8_t> closure);

// 0 = P, 1 = N, for the positions of the closure in C order. Those that no position with at most
// `largest` of each can reach lack options that lie outside, so their outcomes mean nothing.
// O(positions), one thread.
void card_outcomes(const CardBox& box, std::span<std::uint8_t> outcomes);

// The same, one kind of move after the other over a whole row along d, which the compiler turns
// into SIMD: what a programmer would do next.
void card_outcomes_by_rows(const CardBox& box, std::span<std::uint8_t> outcomes);

}  // namespace grundy::direct
