// law/automata/points.hpp: the points of a relation.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "law/automata/arithmetic.hpp"

namespace grundy::automata {

// Whether the numbers are in the relation, in the order of its tracks.
bool has(const Algebra& algebra, const Dfa& dfa, const std::vector<std::int64_t>& numbers);

// Numbers of the relation with the fewest digits; none if it is empty.
std::optional<std::vector<std::int64_t>> shortest(const Algebra& algebra, const Dfa& dfa);

// The point with the least sum of coordinates, and of those the first in C order. Coordinate i is
// on track i, and the relation has all these tracks. Nothing if it is empty, or if the algebra is
// spent.
std::optional<Position> least_point(Algebra& algebra, Dfa relation,
                                    const std::vector<Linear>& coordinates);

}  // namespace grundy::automata
