// methods/rays/symmetry.hpp: which coordinates of a game of rays may change places.
//
// Whether the text declares them symmetric does not matter: two axes are interchangeable if
// exchanging them maps the set of directions to itself, and that of cones, and the box is the same
// along both. That is an equivalence relation, since (i k) = (i j)(j k)(i j).
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/rays.hpp"

namespace grundy::ray {

// A group of g axes has g! permutations, each with marks of its own: larger groups are used
// in pieces of this size.
inline constexpr std::size_t max_interchangeable = 5;

// Disjoint groups of two to max_interchangeable axes, each ascending. None where rays begin beside
// themselves: their kernels look up cells by position.
AxisGroups interchangeable_axes(const Rays& rays, const Box& box);

// The longest axis that has a ray of its own, of equal ones the last: every line along it has at
// most one P-position, and there are the fewest lines.
std::optional<std::size_t> ray_axis(const Rays& rays, const Box& box);

}  // namespace grundy::ray
