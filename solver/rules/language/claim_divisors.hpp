// rules/language/claim_divisors.hpp: whether what a claim divides by is positive.
#pragma once
#include <optional>

#include "rules/claim.hpp"
#include "rules/proofs/check.hpp"

namespace grundy::rules {

// The first division of the claim whose divisor is not proved positive wherever it is worked out;
// its place is not set. Parts of `and` are worked out from left to right, until one fails, parts of
// `or` until one holds, and a piece where those before it do not count.
std::optional<Complaint> check_divisors(const Claim& claim, const Rules& rules);

}  // namespace grundy::rules
