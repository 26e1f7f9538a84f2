// methods/rays/value_lines.hpp: numbers for the lines along which ray moves go.
//
// A line of direction d has a key. Let p be the first of the coordinates that d moves least, and
// t = floor(x[p] / d[p]). Then x[q] - d[q] t is the same on the whole line for every other
// coordinate q, and so is the rest x[p] - d[p] t. In C order of keys the number of the line through
// x is a sum of functions of single coordinates, all of them linear if d[p] = 1.
//
// Interchangeable coordinates (interchangeable_axes) fold lines: a permutation maps lines to lines
// and nimbers to themselves, so one set of values stands for all images of a line. Only sorted
// positions, those ascending within every group, are solved. The key of the folded line of
// direction d is that of the line whose direction ascends within every group, where coordinates
// that move alike keep their order. This is a sum of functions of the coordinates of a sorted x
// again.
//
// Lines that gather what is below their positions (see Gatherer) are of one kind for each set of
// coordinates below. Two coordinates move alike there if both or none of them are in it.
//
// Why that is right: sorting never breaks x <= y (in every coordinate), and images of two positions
// lie on one line only if one of them is <= the other. So the sorted positions on a folded line
// form a chain, and the ones below x are exactly the sorted images of the options of x on any line
// that folds there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "methods/forms.hpp"
#include "methods/rays/rays.hpp"

namespace grundy::ray {

// A kind of lines for which values are kept.
//
// A line of a direction keeps the values on it. For a cone of coordinates i1 < i2 < .. < im more
// lines gather the values of its options. A line along i1 gathers for each of its positions the
// values in the cone of i2, .., im there. These are kept by the line along i2 that gathers from the
// cone of i3, .., im; and so on. So the values in a cone of m coordinates at a position are found
// on one line, and each position adds to m lines:
//
//    cone of a, b     along a: for each position the values of the line along b
//                     along b: for each position its value
//
// Interchangeable coordinates fold these lines like others. Lines of other orders are not needed,
// because coordinates ascend. A position y that comes before x on a line along i1 differs from it
// in that coordinate alone, which is less. So sorting moves that coordinate of y down, among
// coordinates of its group that do not belong to the cone, as i1 is the first that does. The others
// of the cone keep their places.
struct Gatherer {
  family::Direction along;
  // With ones where it gathers what is below the positions of the line; all 0: the positions.
  family::Direction below;
  std::size_t from;  // the gatherer that has what is below a position; itself if nothing is
  bool has_options;  // whether it gathers options of the positions on its line
};

// Each gatherer comes before the one that it gathers from. Without cones these are the directions.
std::vector<Gatherer> gatherers_of(const Rays& rays);

// The line through x has number origin + sum of at(a, x[a] - box.low[a]) for all axes a.
struct LineNumber {
  std::int64_t origin = 0;
  std::vector<std::int64_t> steps;  // by axis, each time that its coordinate rises by 1
  std::size_t bent_axis = 0;        // where that is each time that it rises by `every`,
  std::int64_t every = 1;
  std::int64_t rest = 0;  // and this for each of what is left

  bool bent(std::size_t axis) const noexcept { return every > 1 && axis == bent_axis; }
  std::int64_t at(std::size_t axis, std::int64_t x) const noexcept {
    return bent(axis) ? steps[axis] * (x / every) + rest * (x % every) : steps[axis] * x;
  }
};

struct ValueLines {
  std::uint64_t count = 0;          // all numbers are below; 2^64 - 1 if it does not fit
  std::vector<LineNumber> numbers;  // by gatherer; undefined if the count does not fit
};

// Numbers the folded lines through sorted positions of the box. Numbers of different lines differ.
// Requires equal ranges of the coordinates of a group, and that no ray moves a coordinate by more
// than the larger of 1 and its extent.
ValueLines number_lines(const Rays& rays, const AxisGroups& groups, const Box& box);

}  // namespace grundy::ray
