// methods/forms.hpp: axes and symmetries of rules, for several methods.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "relation/differences.hpp"
#include "rules/rules.hpp"

namespace grundy::family {

// The direction d of a ray x -> x - k d for every k >= 1, by coordinate. In kernel `ray` none is
// negative. At least one is not zero.
using Direction = std::vector<std::int64_t>;

// The axis along which some ray changes nothing else. Of several it is the one with the fewest
// lines in the box, and of equal ones the last.
std::optional<std::size_t> axis_of_rays(const std::vector<Direction>& directions, const Box& box);

// The axis along which rules without endings have a full ray at every position, chosen in the same
// way. Of two positions on a line of that axis one is an option of the other, so at most one is P.
// Lines of the axis are no longer than 2^32 - 1: a section has numbers of 32 bits, and one of them
// means that there is no P-position.
std::optional<std::size_t> section_axis(const relation::Differences& differences, const Box& box);

// A sentence that says which coordinates may be exchanged. Empty without groups.
std::string symmetry_text(const rules::Rules& rules, const AxisGroups& groups);

}  // namespace grundy::family
