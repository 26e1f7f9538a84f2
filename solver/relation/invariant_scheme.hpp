// relation/invariant_scheme.hpp: the scheme of rules that take the same from every position.
//
// The options along a ray are kept as a set, one of which joins at each position. All others are a
// list. No reasoning about the relation is needed, and the list may be long.
#pragma once
#include <cstddef>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "relation/differences.hpp"
#include "relation/scheme.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::relation {

// The option x - difference, where that is in the box.
Target option_at(const Vector& difference, const Box& box);

// The options of all rules inside the box. Neighbours along the axis `still` are neighbours in the
// list, the farthest from x last. O(differences).
// Errc::usage, with the reason, if some rules are not invariant, for cones, for rays whose options
// do not follow from those of the position a step before, and for options that do not come before
// the position in this order.
Result<Scheme> invariant_scheme(const Differences& differences, const Box& box,
                                const std::vector<rules::ScanAxis>& order, std::size_t still);

}  // namespace grundy::relation
