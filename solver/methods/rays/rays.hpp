// methods/rays/rays.hpp: rules that are rays or cones and nothing else. Start reading here.
//
// A ray is x -> x - k d for every k >= 1, where d is a vector of nonnegative integers other than
// zero. A line of direction d is a position with all of x + k d, k of any sign. Lines of one
// direction never split: of two positions on a line the larger one has the smaller one as an
// option. The kernels for rays build on this.
//
// A cone lowers several coordinates at once, each by any amount. It is x -> x - (sum of k_i e_i)
// for all k_i >= 1, where i runs over a set of coordinates.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "methods/forms.hpp"
#include "relation/differences.hpp"

namespace grundy::ray {

inline constexpr Kernel kernel{"ray"};

struct Rays {
  std::vector<family::Direction> directions;  // none is a multiple of another one
  // For each direction d the vectors s for which x - s - k d, k >= 0, are options too. Empty if no
  // direction has any.
  std::vector<std::vector<family::Direction>> starts = {};
  // Written with a 1 for each of their coordinates, of which they have at least two. All different.
  std::vector<family::Direction> cones = {};

  bool lead_nowhere() const { return directions.empty() && cones.empty(); }
};

// The differences as rays and cones. Otherwise nothing, with a reason in `why_not`: for a rule that
// has others, for a ray that begins beside no other, or where there are no moves.
std::optional<Rays> rays_of(const relation::Differences& differences, std::string& why_not);

// Drops the directions, starts and cones that lead nowhere in the box. Directions with starts are
// kept, but made no longer than the box. Directions of ones are kept if nothing else leads
// anywhere.
Rays within(const Rays& rays, const Box& box);

// Whether all directions move each coordinate by 1 or not at all.
bool in_steps_of_one(const Rays& rays);

// A group of g axes has g! permutations, each with marks of its own: larger groups are used in
// pieces of this size.
inline constexpr std::size_t max_interchangeable = 5;

// Disjoint groups of two to max_interchangeable axes, each ascending. None where there are starts:
// their kernels look up cells by position.
//
// Two axes are interchangeable if exchanging them maps the set of directions to itself, and that of
// cones, and the box is the same along both. Whether the text declares them symmetric does not
// matter. It is an equivalence relation, since (i k) = (i j)(j k)(i j).
AxisGroups interchangeable_axes(const Rays& rays, const Box& box);

// The longest axis that has a ray of its own, of equal ones the last: every line along it has at
// most one P-position, and there are the fewest lines.
std::optional<std::size_t> ray_axis(const Rays& rays, const Box& box);

}  // namespace grundy::ray
