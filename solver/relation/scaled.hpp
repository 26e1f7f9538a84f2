// relation/scaled.hpp: P-positions of one heap in intervals whose ends grow by a factor.
//
// A claim says: P where C(n, s) for some power s of b. Let C(n, s) imply s < n <= b s for all n
// above some e (or s <= n < b s, and so below). Then above e the power that counts for n is the
// only one with s < n <= b s. The definition is checked for all integers s > e and n with b s < n
// <= b b s, whose options must all be above s: there two conditions tell the outcomes, C(m, s) and
// C(m, b s), which are linear in m and s. So one check is a proof for all scales but the first
// ones. Their positions are finitely many, for which C is written out for each power.
#pragma once
#include "base/error.hpp"
#include "base/value.hpp"
#include "relation/relation.hpp"
#include "rules/claim.hpp"

namespace grundy::law::presburger {

// The positions of the first scales at which the claim contradicts the definition.
// Errc::unsupported where the step from scale to scale was not proved. No rule gives sums, and play
// ends.
Result<Set> failures_of_scaled(const rules::Rules& rules, const rules::Claim& claim,
                               const Relation& relation, Convention convention);

}  // namespace grundy::law::presburger
