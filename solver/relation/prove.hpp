// relation/prove.hpp: a claim proved for all positions, or refuted, by one check.
//
// Play ends, so exactly one set of P-positions satisfies the definition, and exactly one function
// the definition of nimbers. A claim is that set or function if it satisfies it everywhere:
//   outcomes  a position is claimed P exactly if no option is, and no ending says otherwise;
//   nimbers   no option of a position has its claimed value v, and each w < v is that of an option.
// Where rules and claim are linear arithmetic, the positions at which this fails are a set that
// isl computes exactly. It is empty, or its least point refutes the claim.
//
// A sum has the xor of its summands' nimbers. Where these are few all of it is linear arithmetic,
// and elsewhere as much as mostly tells enough (relation/sums.hpp).
// Start reading here. Links the reader of rules and isl, and nothing that finds laws.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/box.hpp"
#include "base/value.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {

enum class Answer : std::uint8_t {
  proved,
  refuted,
  outside,  // rules or claim are not linear, or the end of play was not proved
  limit,    // of memory or time
};

struct Verdict {
  Answer answer = Answer::limit;
  // Where the claim contradicts itself: of these positions one with the least sum of coordinates,
  // and among them the first in C order. In games with sums of those that are known.
  Position at;
  std::string why;   // outside: which construct, and where
  std::string wins;  // proved outcomes: a move to a P-position from each N-position, as text
};

// May take any time and memory: to be called in a process that has limits (law/child/child.hpp).
Verdict prove(const rules::Rules& rules, Convention convention, const rules::Claim& claim);

}  // namespace grundy::law::presburger
