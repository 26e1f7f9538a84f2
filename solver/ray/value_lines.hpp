// ray/value_lines.hpp: numbers for the lines along which ray moves go.
//
// A line of direction d is known by its key: for the first coordinate p that d moves, every
// other coordinate q has x[q] - d[q] x[p], the same on the whole line. In C order of keys the
// number of the line through x is linear in x.
//
// Interchangeable coordinates (ray/symmetry.hpp) fold lines: a permutation maps lines to
// lines and nimbers to themselves, so one set of values stands for all images of a line. Only
// sorted positions, those ascending within every group, are looked at; the key of the folded
// line of direction d is that of the line whose direction has the moved coordinates of every
// group last, with the unmoved coordinates of the group first, both in ascending order. This
// is linear in a sorted x again.
//
// Why that is right: sorting never breaks x <= y (in every coordinate), and images of two
// positions lie on one line only if one of them is <= the other. So the sorted positions on a
// folded line form a chain, and the ones below x are exactly the sorted images of the options
// of x on any line that folds there.
#pragma once
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "ray/rays.hpp"
#include "ray/symmetry.hpp"

namespace grundy::ray {

// The line through x has number origin + sum of steps[a] * (x[a] - box.low[a]).
struct LineNumber {
  std::int64_t origin = 0;
  std::vector<std::int64_t> steps;  // by coordinate

  friend bool operator==(const LineNumber&, const LineNumber&) = default;
};

struct ValueLines {
  std::uint64_t count = 0;          // all numbers are below; 2^64 - 1 if it does not fit
  std::vector<LineNumber> numbers;  // by direction; undefined if the count does not fit
};

// Numbers of different folded lines differ. For sorted positions of the box, in which the
// coordinates of a group have equal ranges.
ValueLines number_lines(const Rays& rays, const AxisGroups& groups, const Box& box);

}  // namespace grundy::ray
