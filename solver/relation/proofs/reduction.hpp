// relation/proofs/reduction.hpp: claims that follow from those of fewer positions.
//
// Heaps that repeat follow from the first heaps, and positions with small coordinates may be a game
// of their own. This header needs no isl, unlike the others of this folder except prove.hpp.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// Games of one heap whose options repeat along with their values.
//
// Let a claim repeat: it is the same for y and y + p if y >= first. Let options Y of n and Y' of
// n - p correspond if they are equal, or if one summand y >= first + p of Y is y - p in Y'. Then
// the same is claimed of both. Suppose that each option of n corresponds to one of n - p, and each
// of n - p to one of n. Then the claim satisfies the definition at n if it does at n - p. So if
// this holds from n = `from` on, it is enough to check the positions below `from`. For takes of at
// most t and two parts `from` is about 2 first + 2 p + t, the bound of R. K. Guy and C. A. B.
// Smith, "The G-values of various games" (1956). Here it follows from the rules themselves, for any
// number of parts and any conditions of linear arithmetic.

struct Repetition {
  std::int64_t first;   // the claim repeats from here on
  std::int64_t length;  // p
};

// That `from`, at least first + length. Nothing if it was not proved, because the rules or the
// claim are not linear, have several coordinates or do not repeat, or because some option is not a
// smaller heap. May take any time and memory, like prove().
std::optional<std::int64_t> repeats_from(const rules::Rules& rules, const rules::Claim& claim,
                                         const Repetition& repetition);

// The same for values that are known to repeat.
std::optional<std::int64_t> options_repeat_from(const rules::Rules& rules,
                                                const Repetition& repetition);

// The positions whose coordinates are small, such as those of three-row Chomp with c = 0, or of
// Wythoff's game with a <= 1. If no move leads from them to others, their values depend on them
// alone. This is the highest value of each coordinate, if it is limited.
using Section = std::vector<std::optional<std::int64_t>>;

// The rules restricted to a section, which must have one entry for each coordinate.
rules::Rules within(rules::Rules rules, const Section& section);

// Succeeds if no move of `rules` leads out of the section. Errc::usage if one does;
// Errc::unsupported if that is not known. May take any time and memory, like prove().
Status stays_within(const rules::Rules& rules, const Section& section);

}  // namespace grundy::relation
