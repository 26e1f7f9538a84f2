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

// The extremal directions of the cone, of its part in each orthant. None for more than 24 different
// rows. Takes a determinant for each choice of dimensions - 1 rows.
std::vector<Vector> extremal_directions(const Rows& rows, std::size_t dimensions);

}  // namespace grundy::relation
