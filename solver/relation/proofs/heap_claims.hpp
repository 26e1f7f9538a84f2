// relation/proofs/heap_claims.hpp: claims about single heaps that are checked in parts: nimbers
// residue by residue, and P-positions scale by scale.
#pragma once
#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "base/value.hpp"
#include "relation/relation.hpp"
#include "rules/claim.hpp"

namespace grundy::relation {

// Nimbers. A claim such as `20 * floor(n / 60) + 1 when n mod 60 = 2, ..` has a piece for each
// residue, and isl takes minutes to subtract unions of such pieces from one another. Let n = p m +
// r and v = q u + t, where p is a multiple of all divisors of the claim and q of all slopes. Then
// the definition is checked for each r and t in terms of m and u, where no division is left:
// options and values are intervals.

// The least p, if the game is one of heaps without sums and 1 < p <= 512; else nothing.
std::optional<std::int64_t> period_of_claim(const rules::Claim& claim, const Relation& relation);

// The positions at which the claim contradicts the definition, under normal play. Errc::unsupported
// if the claim is not linear. Requires p to be period_of_claim().
Result<Set> failures_by_residues(const rules::Rules& rules, const rules::Claim& claim,
                                 const Relation& relation, std::int64_t p);

// P-positions in intervals whose ends grow by a factor. The claim is: P when C(n, s) for some power
// s of b. Suppose that C(n, s) implies s < n <= b s for all n above some e. (The case s <= n < b s
// is similar.) Then for n above e only the power with s < n <= b s matters. The definition is
// checked for all integers s > e and n with b s < n <= b b s, whose options must all be above s.
// There the outcomes are given by two conditions, C(m, s) and C(m, b s), which are linear in m and
// s. So one check proves all scales but the first ones. These have finitely many positions, for
// which C is written out for each power.

// The positions of the first scales at which the claim contradicts the definition; if there are
// none the claim is proved. Errc::unsupported if the step from scale to scale was not proved.
// Requires rules without sums, and that play ends.
Result<Set> failures_of_scaled(const rules::Rules& rules, const rules::Claim& claim,
                               const Relation& relation, Convention convention);

}  // namespace grundy::relation
