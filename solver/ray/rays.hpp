// ray/rays.hpp: rules that are rays and nothing else.
//
// A ray is x -> x - k d for every k >= 1, where d is a vector of zeros and ones other than
// zero. Lines of one direction never split: of two positions on a line the larger one has
// the smaller one as an option. The kernels for rays build on this.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "family/forms.hpp"
#include "rules/rules.hpp"

namespace grundy::ray {

struct Rays {
  std::vector<family::Direction> directions;  // distinct
};

// Rules without endings as rays, or none with a reason why not: a rule that is no ray. Rules with
// no moves at all are no rays.
std::optional<Rays> recognise_rays(const rules::Rules& rules, std::string& why_not);

}  // namespace grundy::ray
