// law/automata/least.hpp: the least point of a relation.
#pragma once
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "law/automata/arithmetic.hpp"

namespace grundy::automata {

// The point with the least sum of coordinates, and of those the first in C order. Coordinate i is
// on track i, and the relation has all these tracks. Nothing if it is empty, or if the algebra is
// spent.
std::optional<Position> least_point(Algebra& algebra, Dfa relation,
                                    const std::vector<Linear>& coordinates);

}  // namespace grundy::automata
