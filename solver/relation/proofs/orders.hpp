// relation/proofs/orders.hpp: sums of coordinates by which play may end, from every position.
//
// The parser proves the end of play for a small box, and a plan for the box that it solves. A law
// is about all positions, so it must be proved for all of them: by a sum of coordinates, or by
// several in turn, that every move lowers and that are bounded from below.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::relation {

using Weights = std::vector<std::int64_t>;  // of the coordinates

// Lists of sums to try in turn: those by which play ends in a small box.
std::vector<std::vector<Weights>> orders_to_try(const rules::Rules& rules);

}  // namespace grundy::relation
