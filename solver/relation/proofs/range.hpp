// relation/proofs/range.hpp: heaps whose options are all heaps from one end to another.
//
// Let the options of heap n be the heaps low(n) .. high(n), none if low(n) > high(n), and high(n) <
// n. Let neither end ever fall as n grows. Then what an option has, all options from there to
// high(n) have been options for as long, and values follow from the ends alone
// (law/certificate/range_values.hpp). Whether rules are so is linear arithmetic, however they are
// written. This header needs no isl.
#pragma once
#include <optional>
#include <string>

#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// The ends as numbers in the language of claims, "n - floor(n / 3)" and "n - 1".
struct RangeTexts {
  std::string low, high;

  // Both are empty: the conditions of the rules give the ends (law/certificate/root_range.hpp).
  bool are_conditions() const { return low.empty() && high.empty(); }
};

// The same, read as claims of nimbers.
struct RangeEnds {
  rules::Claim low, high;
};

enum class RangeKind {
  none,     // or not proved
  moving,   // neither end falls
  leaving,  // moreover high(n) = n - 1, and from one heap to the next low grows by 0 or 1
};

// The ends of a game of one heap without sums and endings; nothing if the options are no range, or
// the ends cannot be written. May take any time and memory, like prove().
std::optional<RangeTexts> ends_of_range(const rules::Rules& rules);

// Whether the options of all heaps are those between the ends, and how the ends move. May take any
// time and memory, like prove().
RangeKind kind_of_range(const rules::Rules& rules, const RangeEnds& ends);

}  // namespace grundy::relation
