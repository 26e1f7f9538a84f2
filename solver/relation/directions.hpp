// relation/directions.hpp: the directions of a cone that linear constraints give.
#pragma once
#include <vector>

#include "relation/points.hpp"

namespace grundy::relation {

// What homogeneous constraints say of a direction: 0, or at least 0.
struct Rows {
  std::vector<Vector> zero;
  std::vector<Vector> at_least_zero;

  bool allow(const Vector& direction) const;
};

// What the constraints on a map, with images fixed, say of directions of its points. Frees the map.
Rows rows_of_domain(isl_basic_map* map);

// The extremal directions of the cone, of its part in each orthant. None for more than 24 different
// rows. Takes a determinant for each choice of dimensions - 1 rows.
std::vector<Vector> extremal_directions(const Rows& rows, std::size_t dimensions);

}  // namespace grundy::relation
