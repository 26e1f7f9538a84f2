// rules/language/fixed.hpp: coordinates that no move changes.
//
// Such a coordinate is the same in every position that play reaches. So play from a position is a
// game of the other coordinates alone, with the fixed ones as constants. A game of one coordinate
// may have a fast kernel or a period where the game of two has none.
#pragma once
#include <optional>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

// The coordinates that no move changes, ascending; none if that is all of them, or for games that
// name others.
std::vector<Variable> fixed_coordinates(const Rules& rules);

// The position without `coordinates`, which are ascending.
Position without(const std::vector<Variable>& coordinates, const Position& position);

// The game played from `position`, whose fixed coordinates are given. Options and values of
// without(coordinates, p) are those of p, for all p that have these coordinates of `position`.
// Its name is `name(3, n)` for a fixed coordinate of 3; its text stays that of the whole game.
// Nothing if check() refuses the rules with the constants.
std::optional<Rules> with_fixed(const Rules& rules, const std::vector<Variable>& coordinates,
                                const Position& position);

}  // namespace grundy::rules
