// oracle/claimed.hpp: the value that a claim gives to a position. Any thread may call all of this.
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "base/error.hpp"
#include "rules/claim.hpp"

namespace grundy::oracle {

// The nimber, or the outcome as its number (base/value.hpp). A negative nimber means that the claim
// is wrong there. Errc::usage if no piece of the claim applies, or if it overflows, divides by 0 or
// has a function of too large a number.
Result<std::int64_t> claimed(const rules::Claim& claim, const Position& position);

// The value of a named function (rules/claim.hpp). Errc::unsupported for prime_factors and
// least_prime of numbers above 10^12, and for least_prime of numbers whose least prime factor is
// above 2 * 10^6. Takes O(log n) time, O(sqrt n) for those two, and least_prime keeps a list of
// primes for each thread.
Result<std::int64_t> function_value(rules::Claim::Function::Kind kind, std::int64_t n,
                                    std::int64_t base);

// The value of any function of one number n, that is, of all but `exclusive`. Errc::unsupported as
// above, and for membership in the primes of numbers above 10^12.
Result<std::int64_t> function_value(const rules::Claim::Function& function, std::int64_t n);

}  // namespace grundy::oracle
