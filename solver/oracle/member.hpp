// oracle/member.hpp: whether a number belongs to a set, by the set's definition.
//
// Slow on purpose (trial division, repeated multiplication) and independent of
// NumberSet::members, which everything fast uses. Needs |number| < 2^31 or so to be
// quick enough; any thread may call it.
#pragma once
#include <cstdint>

#include "rules/rules.hpp"

namespace grundy::oracle {

bool is_member(const rules::NumberSet& set, std::int64_t number);

}  // namespace grundy::oracle
