// rules/proofs/cases.hpp: rules without min and max.
#pragma once
#include <optional>

#include "rules/rules.hpp"

namespace grundy::rules {

// The rules with min and max by cases; nothing if there are none.
std::optional<Rules> by_cases(const Rules& rules);

}  // namespace grundy::rules
