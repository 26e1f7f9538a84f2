// relation/proofs/prove.hpp: a claim proved for all positions, or refuted, by one check.
//
// Play ends, so exactly one set of P-positions satisfies the definition, and exactly one function
// satisfies that of nimbers. A claim is correct if it satisfies the definition everywhere:
//   outcomes  a position is claimed P exactly if no option is, apart from endings;
//   nimbers   no option of a position has its claimed value v, and each w < v is that of an option.
// If rules and claim are linear arithmetic, isl computes the set of positions at which this fails
// exactly. If it is not empty, its least point refutes the claim.
//
// A sum has the xor of its summands' nimbers. If there are few nimbers, all of that is linear
// arithmetic. Otherwise the part that is linear is usually enough (relation/proofs/definition.hpp).
// Start reading here. This folder links the rule language and isl, and nothing that finds laws.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/box.hpp"
#include "base/value.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

enum class Answer : std::uint8_t {
  proved,
  refuted,
  outside,  // rules or claim are not linear, or the end of play was not proved
  limit,    // of memory or time
};

struct Verdict {
  Answer answer = Answer::limit;
  // If refuted: a position at which the claim contradicts itself. It has the least sum of
  // coordinates, and of these positions it is the first in C order. In games with sums, other
  // positions may contradict it, too.
  Position at;
  std::string why;   // if outside: which construct, and where
  std::string wins;  // if outcomes are proved: a winning move from each N-position, as text
};

// The verdict on a claim. May take any time and memory, so callers run it in a process with limits
// (law/child/child.hpp).
Verdict prove(const rules::Rules& rules, Convention convention, const rules::Claim& claim);

}  // namespace grundy::relation
