// compile/filters.hpp: rules rewritten so that their options are runs instead of tested loops.
//
// Conditions are solved for the last binder that they mention, so that the binder takes the values
// that pass instead of trying all.
//
//   stride    (n + k) mod 3 = 1        k goes in steps of 3, from where it first holds
//   divisor   n mod k = 2              k > 2 divides n - 2
//   rounding  floor(k / 3) >= n        k >= 3 n; likewise ceil, and min and max where all must hold
//   gap       k != n                   k < n, and a second rule with k > n
#pragma once
#include <optional>
#include <vector>

#include "rules/proofs/polynomial.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// At most four rules that together have the options of `rule`, each once. Conditions of other forms
// are kept. Divisors are at least 1 at every option. May throw EffortSpent.
std::vector<rules::OptionRule> with_filters_solved(const rules::Rules& rules,
                                                   const rules::OptionRule& rule);

// Rules that together have the options of `rule`, each once, without bends of their runs. If a
// summand has a min or max of two expressions whose difference is linear in the last binder, one
// rule takes the values up to where they meet and another those beyond. Gives at most sixteen
// rules; further minima and maxima are kept.
std::vector<rules::OptionRule> without_kinks(const rules::Rules& rules,
                                             const rules::OptionRule& rule);

}  // namespace grundy::compile
