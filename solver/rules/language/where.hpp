// rules/language/where.hpp: the statement `where`: what it may say, and how it becomes part of
// rules.
#pragma once
#include <optional>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// A tuple of coordinates of which one condition holds and the other does not. Nothing if there is
// none among about a thousand next to the low ends of ranges.
std::optional<Position> tuple_of_difference(const Rules& rules, const Condition& a,
                                            const Condition& b);

// The condition with a polynomial compared with 0 in place of each comparison, so that the same in
// other words is the same. Comparisons stay as they are where coefficients exceed 64 bits.
Condition compared_with_zero(const Condition& condition);

// Adds rules.where to the condition of every option rule, of the position and of each summand that
// the rule leaves. What a summand shares with the position is said once. Rules whose condition
// becomes false are dropped.
void write_where(Rules& rules);

}  // namespace grundy::rules
