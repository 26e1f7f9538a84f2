// methods/bands.hpp: rules whose options lie on finitely many rays side by side.
//
// (a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2 is such a band: for each
// difference of j and k, which is bounded, the options lie on a ray of direction (1, 1) that begins
// at the first j and k. One binder makes a ray that begins elsewhere too: (a - k - 1, b - k).
#pragma once
#include <vector>

#include "methods/forms.hpp"
#include "rules/rules.hpp"

namespace grundy::family {

// Options x - first - k step for k >= 0; neither is negative anywhere, or zero everywhere.
struct RayFrom {
  Direction first;
  Direction step;
};

// More rays than this are no band.
inline constexpr std::int64_t widest_band = 256;

// The rays of a rule with one binder without end, or with two of which the difference is bounded.
// Nothing for other rules. Throws std::overflow_error as rules/proofs/polynomial.hpp does.
std::vector<RayFrom> rays_of_band(const rules::Rules& rules, const rules::OptionRule& rule);

}  // namespace grundy::family
