// rules/language/symmetry.hpp: `symmetric` written out.
#pragma once
#include <optional>

#include "rules/rules.hpp"

namespace grundy::rules {

// Replaces every option rule and ending by its images under all permutations of the
// symmetric groups, without repeats: rules that differ only in the order of summands,
// of binders, or of the arguments of + * min max and or, are one. Images stand where
// their original stood. Returns the place of the rule that makes the game too large
// (grammar.hpp: max_rules, max_nodes), and then leaves the rules half done.
std::optional<Place> write_out_symmetry(Rules& rules);

}  // namespace grundy::rules
