// oracle/claim_function.hpp: values of the functions that claims may have
// (rules/claim.hpp).
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "rules/claim.hpp"

namespace grundy::oracle {

// Of those that are called. Errc::unsupported for prime factors of numbers above 10^12, and for
// numbers whose least one is above 2 * 10^6. O(log n) time; O(sqrt n) for prime factors. Any thread
// may call it.
Result<std::int64_t> function_value(rules::Claim::Function::Kind kind, std::int64_t n,
                                    std::int64_t base);

// Of all but xor, whose number is n. Errc::unsupported also for membership of primes of numbers
// above 10^12. Any thread may call it.
Result<std::int64_t> function_value(const rules::Claim::Function& function, std::int64_t n);

}  // namespace grundy::oracle
