// law/emit/divisors.hpp: whether a claim may divide by 0.
#pragma once
#include "rules/claim.hpp"

namespace grundy::law {

// Whether some divisor is not constant. Constant ones are positive.
bool divides_by_unknown(const rules::Claim& claim);

}  // namespace grundy::law
