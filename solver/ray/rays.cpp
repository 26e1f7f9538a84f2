#include "ray/rays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "family/forms.hpp"

namespace grundy::ray {

using rules::OptionRule;
using rules::Rules;

std::optional<Rays> recognise_rays(const Rules& rules, std::string& why_not) {
  Rays rays;
  for (const OptionRule& rule : rules.options) {
    auto direction = family::ray_direction(rules, rule);
    if (!direction) {
      why_not = fmt::format("line {} is no ray", rule.place.line);
      return std::nullopt;
    }
    if (std::find(rays.directions.begin(), rays.directions.end(), *direction) ==
        rays.directions.end())
      rays.directions.push_back(std::move(*direction));
  }
  if (rays.directions.empty()) {
    why_not = "there are no moves";
    return std::nullopt;
  }
  return rays;
}

}  // namespace grundy::ray
