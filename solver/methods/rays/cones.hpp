// methods/rays/cones.hpp: rules that lower several coordinates at once, each by any amount.
//
// A cone is x -> x - (sum of k_i e_i) for all k_i >= 1, where i runs over a set of coordinates. It
// is written as the direction with ones at these. Moore's Nim (Ann. of Math. 11 (1910), 93-94) has
// a cone for each set of at most k heaps. A cone of one coordinate is a ray.
//
// One rule may stand for several: (a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j + k >= 1 has
// the cones of a alone, of b alone, and of both. Its condition is the same for all amounts that
// are 0 for the same coordinates.
#pragma once
#include <vector>

#include "methods/forms.hpp"
#include "rules/rules.hpp"

namespace grundy::ray {

// The cones that a rule stands for. Nothing for other rules. Throws std::overflow_error as
// rules/proofs/polynomial.hpp does.
std::vector<family::Direction> cones_of(const rules::Rules& rules, const rules::OptionRule& rule);

}  // namespace grundy::ray
