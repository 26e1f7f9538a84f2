// rules/language/where.hpp: the statement `where` written into the rules.
#pragma once
#include "rules/rules.hpp"

namespace grundy::rules {

// Adds rules.where to the condition of every option rule, of the position and of each summand that
// the rule leaves. What a summand shares with the position is said once. Rules whose condition
// becomes false are dropped.
void write_where(Rules& rules);

}  // namespace grundy::rules
