// oracle/member.hpp: whether a number belongs to a set, by the set's definition.
//
// By other means than NumberSet::members, which everything fast uses: trial division, bisection and
// steps downwards. Exact for all numbers; primes take O(sqrt number) time, others O(log number).
// Any thread may call it.
#pragma once
#include <cstdint>

#include "rules/rules.hpp"

namespace grundy::oracle {

bool is_member(const rules::NumberSet& set, std::int64_t number);

}  // namespace grundy::oracle
