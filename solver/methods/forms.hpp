// methods/forms.hpp: what a rule is, read off its form; for recognisers of several families.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::family {

// Whether the condition is the empty one, or says nothing.
bool always_true(const rules::Condition& condition);

// Of a ray x -> x - k d for every k >= 1: d, by coordinate; none is negative, one is positive.
using Direction = std::vector<std::int64_t>;

// The direction of the ray that the rule is, if it is one.
std::optional<Direction> ray_direction(const rules::Rules& rules, const rules::OptionRule& rule);

// The axis along which some ray leads that changes nothing else: the one of which the box has the
// fewest lines, of equal ones the last.
std::optional<std::size_t> axis_of_rays(const std::vector<Direction>& directions, const Box& box);

// The axis along which the rules have a full ray at every position, chosen in the same way. Of two
// positions on a line of that axis one is an option of the other, so at most one is P. No line is
// longer than 2^32 - 1: a section has numbers of 32 bits, and one of them says that there is none.
std::optional<std::size_t> section_axis(const rules::Rules& rules, const Box& box);

// For people: which coordinates are exchanged. Empty without groups.
std::string symmetry_text(const rules::Rules& rules, const AxisGroups& groups);

}  // namespace grundy::family
