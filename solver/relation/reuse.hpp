// relation/reuse.hpp: derives a scheme of reuse from rules.
//
// For each piece of the relation of the rules, directions in which the piece has no end are tried:
// what S(x - u) lacks of S(x), and what it has beyond it, is computed exactly. Directions in which
// at most a few options come or go make scans, windows and cones (relation/scheme.hpp). The ends of
// the box are parameters then, so "a few" holds for every box.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "relation/scheme.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// An order in which every option comes before its position: that of the scan, or of the axes as
// they are if no coordinate both rises and falls. Empty if neither is proved.
std::vector<rules::ScanAxis> order_of(const rules::Descent& descent);

// The options inside the box of its positions, endings left aside. Each option of a rule must come
// before the position in this order, which is checked if there is a coordinate `still`: then
// directions that leave it alone are preferred.
// Takes 10 to 200 milliseconds, and a few for another box of the same rules; a count of operations
// bounds it. Thread-safe.
// Errc::usage, with the reason, for sums, for rules that are not linear, and where no scheme is
// found.
Result<Scheme> scheme_of(const rules::Rules& rules, const Box& box,
                         const std::vector<rules::ScanAxis>& order,
                         std::optional<std::size_t> still = {});

}  // namespace grundy::relation
