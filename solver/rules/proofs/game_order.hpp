// rules/proofs/game_order.hpp: how far play leads, whatever the order of games that name each
// other.
//
// Proofs have weights, and that of `game` times the number of a game is what one may lose by moving
// to another. So the order of the numbers matters. Rules give the game that is asked for the number
// 0. Here all orders are tried. As a box begins with number 0, it then holds all games that come
// before the one that is asked for.
#pragma once
#include <functional>
#include <optional>

#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

using ClosureOf = std::function<Proved<Box>(const Rules& rules, const Box& requested)>;

// A closure by another order of at most four games; nothing if there is none, or no such games.
std::optional<Box> closure_in_another_order(const Rules& rules, const Box& requested,
                                            const ClosureOf& closure_of);

}  // namespace grundy::rules
