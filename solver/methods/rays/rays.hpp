// methods/rays/rays.hpp: rules that are rays and nothing else.
//
// A ray is x -> x - k d for every k >= 1, where d is a vector of nonnegative integers other than
// zero. A line of direction d is a position with all of x + k d, k of any sign. Lines of one
// direction never split: of two positions on a line the larger one has the smaller one as an
// option. The kernels for rays build on this.
//
// Beside rays there may be cones (methods/rays/cones.hpp), whose options lie on no line alone.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "methods/forms.hpp"
#include "rules/rules.hpp"

namespace grundy::ray {

struct Rays {
  std::vector<family::Direction> directions;  // none is a multiple of another one
  // For each direction d the vectors s with the options x - s - k d for k >= 0 besides
  // (methods/bands.hpp). Empty if there are none at all.
  std::vector<std::vector<family::Direction>> starts = {};
  // Of two coordinates or more, each once.
  std::vector<family::Direction> cones = {};

  bool lead_nowhere() const { return directions.empty() && cones.empty(); }
};

// Rules without endings as rays and cones, or none with a reason why not: a rule that is neither,
// and no band of rays along one of them. Rules with no moves at all are no rays.
std::optional<Rays> recognise_rays(const rules::Rules& rules, std::string& why_not);

// Without the directions, the starts and the cones that lead nowhere in the box. Directions that
// have starts are kept, but as no longer than the box; and those of ones, if nothing else leads on.
Rays within(const Rays& rays, const Box& box);

// Whether directions move every coordinate by 1 or not at all.
bool in_steps_of_one(const Rays& rays);

}  // namespace grundy::ray
