// compile/filters.hpp: conditions solved for the last binder that they mention, so that the binder
// meets the values that pass instead of trying all.
//
//   stride    (n + k) mod 3 = 1        k goes in steps of 3, from where it first holds
//   divisor   n mod k = 2              k > 2 divides n - 2
//   rounding  floor(k / 3) >= n        k >= 3 n; likewise ceil, and min and max where all must hold
//   gap       k != n                   k < n, and apart from it k > n
#pragma once
#include <optional>
#include <vector>

#include "rules/proofs/polynomial.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// Rules that together have the options of `rule`, each once; no more than four. Conditions that
// are not of these forms stay as they are. What is divided by is at least 1 at every option.
std::vector<rules::OptionRule> with_filters_solved(const rules::Rules& rules,
                                                   const rules::OptionRule& rule);

// X, not mentioning the variable, if the condition says that the variable divides it.
std::optional<rules::Polynomial> multiple_of(const rules::Condition& condition,
                                             rules::Variable variable);

}  // namespace grundy::compile
