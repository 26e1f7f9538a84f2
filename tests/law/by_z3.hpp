// law/by_z3.hpp: claims judged by Z3, which shares nothing with isl.
//
// L. de Moura, N. Bjørner, "Z3: An Efficient SMT Solver" (TACAS 2008). The question is whether some
// position contradicts the claim. Written from the definition in relation/proofs/prove.hpp alone.
#pragma once
#include <optional>

#include "base/value.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

enum class ByZ3 : std::uint8_t {
  holds,     // no position contradicts the claim
  fails,     // one does
  unknown,   // not within some seconds
  not_asked  // rules or claim are not linear, or leave sums
};

ByZ3 by_z3(const rules::Rules& rules, Convention convention, const rules::Claim& claim);

}  // namespace grundy::law
