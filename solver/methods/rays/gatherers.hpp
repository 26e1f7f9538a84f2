// methods/rays/gatherers.hpp: the lines that games of rays and cones keep something of.
//
// A line of a direction knows what lies on it. For a cone of coordinates i1 < i2 < .. < im
// (methods/rays/cones.hpp) more lines gather what its options have. Along i1, a line gathers for
// each of its positions what the cone of i2, .., im has there. That is what the lines along i2
// have, of those that gather from the cone of i3, .., im; and so on. So what a cone of m
// coordinates has at a position is found on one line, and each position adds to m lines:
//
//    cone of a, b     along a: of each position what the line along b has
//                     along b: of each position its value
//
// Interchangeable coordinates fold these lines as they do others (methods/rays/value_lines.hpp).
// Ascending coordinates are what makes that right, without the lines of other orders. A position y
// that stands before x on a line along i1 differs from it in that coordinate alone, which is less.
// So sorting moves that coordinate of y down, among coordinates of its group that do not belong to
// the cone, for i1 is the first that does. The others of the cone keep their places.
#pragma once
#include <cstddef>
#include <vector>

#include "methods/forms.hpp"
#include "methods/rays/rays.hpp"

namespace grundy::ray {

struct Gatherer {
  family::Direction along;
  // With ones where it gathers what is below the positions of the line; all 0: the positions.
  family::Direction below;
  std::size_t from;  // the gatherer that has what is below a position; itself if nothing is
  bool has_options;  // of the positions on its line
};

// Each gatherer comes before the one that it gathers from. Without cones these are the directions.
std::vector<Gatherer> gatherers_of(const Rays& rays);

}  // namespace grundy::ray
