// methods/rays/value_lines.hpp: numbers for the lines along which ray moves go.
//
// A line of direction d is known by its key: for the first coordinate p of those that d moves
// least, with t = floor(x[p] / d[p]), every other coordinate q has x[q] - d[q] t, the same on the
// whole line, and so is the rest x[p] - d[p] t. In C order of keys the number of the line through x
// is a sum of functions of single coordinates, all of them linear if d[p] = 1.
//
// Interchangeable coordinates (methods/rays/symmetry.hpp) fold lines: a permutation maps lines to
// lines and nimbers to themselves, so one set of values stands for all images of a line. Only
// sorted positions, those ascending within every group, are looked at; the key of the folded
// line of direction d is that of the line whose direction ascends within every group, where
// coordinates that move alike keep their order. This is a sum of functions of the coordinates of a
// sorted x again.
//
// Lines that gather what is below their positions (methods/rays/gatherers.hpp) are of a kind for
// each set of coordinates below, and coordinates move alike if both or none of them are in it.
//
// Why that is right: sorting never breaks x <= y (in every coordinate), and images of two
// positions lie on one line only if one of them is <= the other. So the sorted positions on a
// folded line form a chain, and the ones below x are exactly the sorted images of the options
// of x on any line that folds there.
#pragma once
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/gatherers.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/symmetry.hpp"

namespace grundy::ray {

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

// Numbers of different folded lines differ. For sorted positions of the box, in which the
// coordinates of a group have equal ranges, and no ray moves any by more than the larger of 1 and
// its extent.
ValueLines number_lines(const Rays& rays, const AxisGroups& groups, const Box& box);

}  // namespace grundy::ray
