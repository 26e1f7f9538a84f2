// rules/equal_heaps.hpp: equal positions of a sum under normal play.
#pragma once
#include "base/value.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Rules of the same nimbers and outcomes under normal play: of k equal positions one is left where
// k is odd, and none where it is even, since the nimbers of two cancel. Not of the same remoteness.
// Under misère play, and with `won when`, the rules as they are. Sums over a range stay.
Rules without_equal_heaps(Rules rules, Convention convention);

}  // namespace grundy::rules
