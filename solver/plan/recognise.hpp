// plan/recognise.hpp: what a rule is, read off its form.
#pragma once
#include <cstddef>
#include <optional>

#include "rules/rules.hpp"

namespace grundy::plan {

// Whether the condition is the empty one, or says nothing.
bool always_true(const rules::Condition& condition);

// The last axis along which the rules have a full ray at every position. Of two positions
// on a line of that axis one is an option of the other, so at most one is P.
std::optional<std::size_t> section_axis(const rules::Rules& rules);

}  // namespace grundy::plan
