// relation/proofs/definition.hpp: the positions at which a claim does not satisfy the definition.
#pragma once
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "relation/relation.hpp"
#include "rules/claim.hpp"

namespace grundy::relation {

// The positions that are claimed to be P. Errc::unsupported if the claim is not linear.
Result<Set> claimed_p(const rules::Rules& rules, const rules::Claim& claim,
                      const Relation& relation);

// The positions at which the set of P-positions `p` contradicts the definition. Requires rules
// without sums.
Set failures_of_outcomes(const Relation& relation, const Set& p, Convention convention);

// The constant map from all positions to `value`.
Map constantly(const Set& positions, std::int64_t value);

// The map from each position with nimber v to 0 .. v - 1.
Map smaller_than(const Map& nimbers);

// The map from each position to its claimed nimber, which may be negative; positions to which no
// piece applies are left out. Errc::unsupported if the claim is not linear.
Result<Map> claimed_nimbers(const rules::Rules& rules, const rules::Claim& claim,
                            const Relation& relation);

struct Failures {
  Set certain;   // positions at which the definition is contradicted or no piece applies
  Set possible;  // further positions at which it may be contradicted
};

// The failures under normal play, for rules without `won when`. Some are only possible if the xors
// of sums are not all known by residues modulo `m`, a power of two (SumNimbers, below).
Failures failures_of_nimbers(const Relation& relation, const Map& nimbers, std::int64_t m);

// Nimbers of options that are sums, as far as they are linear arithmetic.
//
// The nimber of a sum is an xor. Let m be a power of two. Let one summand have a nimber v >= m and
// all others nimbers below m, whose xor is u. Then the sum has v - v mod m + (v mod m xor u), which
// is linear for each u and each v mod m. Of other sums two things are known. One is the xor modulo
// m. For the other, take the multiples of m in the xor and in the summands' nimbers: each of these
// is at most the sum of the others.
struct SumNimbers {
  Map known;    // from positions to the known nimbers of options
  Set unknown;  // positions with options of unknown nimber
  Set clashes;  // those of them where such an option may have the position's own nimber
};

// The nimbers of the sums of a rule, by classes of their summands: O((2 m) ^ summands) operations
// of isl. Sums with a summand that has a negative nimber or none in `nimbers` are left out.
SumNimbers nimbers_of_sums(const Sum& sum, const Map& nimbers, std::int64_t m);

// The values of m to try, ascending. If there are few nimbers it is one, for which all sums are
// known. Only 1 if no rule gives sums; none if there would be too many tuples.
std::vector<std::int64_t> moduli(const std::vector<Sum>& sums, const Map& nimbers);

}  // namespace grundy::relation
