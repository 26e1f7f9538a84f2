// methods/forms.hpp: rules that are rays, bands of rays or conditions that are always true, for the
// recognisers of several methods.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::family {

// Whether the condition is a conjunction of nothing, or of such conditions.
bool always_true(const rules::Condition& condition);

// The direction d of a ray x -> x - k d for every k >= 1, by coordinate. None is negative, and at
// least one is positive.
using Direction = std::vector<std::int64_t>;

// The direction of the rule if it is a ray.
std::optional<Direction> ray_direction(const rules::Rules& rules, const rules::OptionRule& rule);

// The axis along which some ray changes nothing else. Of several it is the one with the fewest
// lines in the box, and of equal ones the last.
std::optional<std::size_t> axis_of_rays(const std::vector<Direction>& directions, const Box& box);

// The axis along which the rules have a full ray at every position, chosen in the same way. Of two
// positions on a line of that axis one is an option of the other, so at most one is P. Lines of the
// axis are no longer than 2^32 - 1: a section has numbers of 32 bits, and one of them means that
// there is no P-position.
std::optional<std::size_t> section_axis(const rules::Rules& rules, const Box& box);

// A sentence that says which coordinates may be exchanged. Empty without groups.
std::string symmetry_text(const rules::Rules& rules, const AxisGroups& groups);

// Options x - first - k step for k >= 0. Neither vector has negative entries or is zero.
struct RayFrom {
  Direction first;
  Direction step;
};

// A band has at most this many rays.
inline constexpr std::int64_t widest_band = 256;

// The rays of a band: of a rule with one binder without end, or with two binders whose difference
// is bounded. Empty for other rules. Throws std::overflow_error as rules/proofs/polynomial.hpp
// does.
//
// (a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2 is such a band: for each
// difference of j and k, which is bounded, the options lie on a ray of direction (1, 1) that begins
// at the first j and k. One binder may make a ray that begins elsewhere too: (a - k - 1, b - k).
std::vector<RayFrom> rays_of_band(const rules::Rules& rules, const rules::OptionRule& rule);

}  // namespace grundy::family
