// relation/repetition.hpp: games of one heap whose options repeat along with their values.
//
// Let a claim repeat: what it says of y and y + p is the same for y >= first. Say that options Y of
// n and Y' of n - p correspond if they are equal, or if one summand y >= first + p of Y is y - p in
// Y', so that what is claimed of them is the same. If each option of n has one of n - p that
// corresponds, and each of n - p one of n, then the claim satisfies the definition at n if it does
// at n - p. So if all that holds from n = `from` on, the positions below `from` tell of all others.
// For takes of at most t and two parts `from` is about 2 first + 2 p + t, the bound of R. K. Guy
// and C. A. B. Smith, "The G-values of various games" (1956); here it follows from the rules
// themselves, for any number of parts and any conditions of linear arithmetic.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {

struct Repetition {
  std::int64_t first;   // the claim repeats from here on
  std::int64_t length;  // p
};

// That `from`, at least first + length. Nothing where it was not proved: the rules or the claim are
// not linear, have several coordinates, or do not repeat so; or some option is not a smaller heap.
// May take any time and memory, as prove() does.
std::optional<std::int64_t> repeats_from(const rules::Rules& rules, const rules::Claim& claim,
                                         const Repetition& repetition);

// The same for values of which it is known that they repeat.
std::optional<std::int64_t> options_repeat_from(const rules::Rules& rules,
                                                const Repetition& repetition);

}  // namespace grundy::law::presburger
