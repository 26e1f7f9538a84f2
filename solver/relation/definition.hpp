// relation/definition.hpp: where a claim does not satisfy the definition.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "base/value.hpp"
#include "relation/relation.hpp"
#include "rules/claim.hpp"

namespace grundy::law::presburger {

// The positions that are claimed to be P. Errc::unsupported where the claim is not linear.
Result<Set> claimed_p(const rules::Rules& rules, const rules::Claim& claim,
                      const Relation& relation);

// The positions at which the outcomes `p` contradict the definition. No rule gives sums.
Set failures_of_outcomes(const Relation& relation, const Set& p, Convention convention);

// From every position to `value`.
Map constantly(const Set& positions, std::int64_t value);

// From a position with nimber v to 0 .. v - 1.
Map smaller_than(const Map& nimbers);

// From each position for which the claim says something to its nimber, negative ones as they are.
Result<Map> claimed_nimbers(const rules::Rules& rules, const rules::Claim& claim,
                            const Relation& relation);

struct Failures {
  Set certain;   // positions at which the definition is contradicted, or nothing is said
  Set possible;  // at which it may be
};

// Under normal play, without `won when`. Some may be possible where sums are not known for `m`, a
// power of two (relation/sums.hpp).
Failures failures_of_nimbers(const Relation& relation, const Map& nimbers, std::int64_t m);

}  // namespace grundy::law::presburger
