// rules/language/where.hpp: the statement `where`: what it may say, and how it becomes part of
// rules.
#pragma once
#include <optional>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Whether two conditions are the same.
struct Difference {
  std::optional<Position> tuple;  // of which one holds and the other does not
  bool is_decided = false;        // without a tuple: they are the same
};

// Walks through tuples next to the low ends of ranges: about a thousand, or a million where that
// decides. It does where each comparison has at most two coordinates, with factors of 1 or -1, and
// small constants: with n coordinates and constants up to c, a combination that holds of any tuple
// holds of one up to 2 n (c + 1) (S. A. Seshia, K. Subramani and R. E. Bryant, "On solving boolean
// combinations of UTVPI constraints", JSAT 3, 2007).
Difference difference(const Rules& rules, const Condition& a, const Condition& b);

// The condition with a polynomial compared with 0 in place of each comparison, so that the same in
// other words is the same. Comparisons stay as they are where coefficients exceed 64 bits.
Condition compared_with_zero(const Condition& condition);

// Adds rules.where to the condition of every option rule, of the position and of each summand that
// the rule leaves. What a summand shares with the position is said once, and what follows from the
// rest not at all. Rules whose condition becomes false are dropped.
void write_where(Rules& rules);

}  // namespace grundy::rules
