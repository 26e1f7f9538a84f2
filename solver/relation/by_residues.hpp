// relation/by_residues.hpp: nimbers of single heaps, checked residue by residue.
//
// A claim such as `20 * floor(n / 60) + 1 when n mod 60 = 2, ..` has a piece for each residue, and
// isl takes minutes to subtract unions of such pieces from one another. Let n = p m + r and v = q u
// + t, where p is a multiple of all divisors of the claim and q of all slopes. Then the definition
// is checked for each r and t as one about m and u, in which no division is left: options and
// values are intervals.
#pragma once
#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "relation/relation.hpp"
#include "rules/claim.hpp"

namespace grundy::law::presburger {

// The least p, if the game is one of heaps without sums, there are divisors, and p is not large.
std::optional<std::int64_t> period_of_claim(const rules::Claim& claim, const Relation& relation);

// As failures_of_nimbers (definition.hpp) of what the claim says. Errc::unsupported where it is not
// linear. Requires that p is period_of_claim().
Result<Set> failures_by_residues(const rules::Rules& rules, const rules::Claim& claim,
                                 const Relation& relation, std::int64_t p);

}  // namespace grundy::law::presburger
