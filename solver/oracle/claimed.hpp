// oracle/claimed.hpp: what a claim says of one position.
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "base/error.hpp"
#include "rules/claim.hpp"

namespace grundy::oracle {

// The nimber, or the outcome as its number (base/value.hpp). Nimbers may come out negative: the
// claim is wrong there. Errc::usage where it says nothing, overflows or divides by 0.
// Any thread may call it.
Result<std::int64_t> claimed(const rules::Claim& claim, const Position& position);

}  // namespace grundy::oracle
