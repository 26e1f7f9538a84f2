// rules/language/fixed.hpp: coordinates that no move changes.
//
// Such a coordinate is the same in every position that play reaches. So play from a position is a
// game of the other coordinates alone, in which it is a constant. What has a kernel of its own in
// one dimension, or a period, may have neither in two.
#pragma once
#include <optional>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

// These coordinates, ascending; none where it is all of them.
std::vector<Variable> fixed_coordinates(const Rules& rules);

// The coordinates of a position but these.
Position without(const std::vector<Variable>& coordinates, const Position& position);

// The game played from `position`, whose fixed coordinates are given. Options and values of
// without(coordinates, p) are those of p, for all p that have these coordinates of `position`.
// Named `name(3, n)` for a fixed coordinate of 3; its text stays that of all positions. Nothing if
// the constants stand where check() wants more than it can prove.
std::optional<Rules> with_fixed(const Rules& rules, const std::vector<Variable>& coordinates,
                                const Position& position);

}  // namespace grundy::rules
