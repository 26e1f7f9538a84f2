// rules/proofs/interleaved.hpp: several games of heaps as one game of heaps.
//
// Games that name each other are one game of two coordinates, the number g of the game and the heap
// n (rules.hpp: JointGame). With k games, m = k n + (k - 1 - g) is a single heap that says the
// same: whatever is proved of games of one heap holds of them together. In particular the nimbers
// of all k games repeat with period p from n = e on if those of m repeat with k p from k e on. A
// move that keeps n leaves a smaller m if it leads to a game of a higher number, as it does where
// no game leads back to those before it.
#pragma once
#include <optional>

#include "rules/rules.hpp"

namespace grundy::rules {

// The rules in terms of m. Nothing for games of several coordinates each, and where numbers exceed
// 64 bits.
std::optional<Rules> interleaved(const Rules& joint);

// The heap m of a position of those games.
Position interleaved(const Rules& joint, const Position& position);

}  // namespace grundy::rules
