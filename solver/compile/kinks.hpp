// compile/kinks.hpp: rules whose options change direction on the way, in straight pieces.
#pragma once
#include <vector>

#include "rules/rules.hpp"

namespace grundy::compile {

// Rules that together have the options of `rule`, each once. Where a summand has a min or max of
// two expressions whose difference is linear in the last binder, one piece takes the values up to
// where they meet and the other those beyond, so that each is a run instead of a loop. At most
// sixteen pieces; what is left of minima and maxima stays as it is.
std::vector<rules::OptionRule> without_kinks(const rules::Rules& rules,
                                             const rules::OptionRule& rule);

}  // namespace grundy::compile
