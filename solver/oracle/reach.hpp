// oracle/reach.hpp: how far a binder without an end must be followed.
//
// A binder `k >= e`, `k in e..` or over an infinite set has no last value of its own;
// rules are playable only if something else in the rule stops it. The oracle looks for
// no such bound. It tries every k up to a number that no bound can exceed:
//
//   Let k be stopped by a constraint: a new coordinate that must stay in its range, a
//   comparison, or a later binder whose range must not be empty. In a playable rule
//   that constraint reads A*k + R <= C, where A is an integer of at least 1 and
//   neither R nor C depends on k (a later binder that does was replaced by one of its
//   ends). So k <= |C| + |R|. The size of an expression, which is its value with every
//   minus read as plus, every number as its absolute value, and k as 0, is at least
//   the size of any R that rewriting can bring out of it: |x op y| <= |x| op |y| for
//   +, - and *, and divisions, remainders, minima and maxima give nothing greater than
//   their arguments. Hence no bound exceeds the greatest sum of the sizes of the two
//   sides of a constraint of the rule, plus 1 for a strict comparison.
//
//   R may depend on other binders without end, which have reaches themselves. Bounds
//   cannot depend on one another in a circle, so as many rounds as there are such
//   binders, each starting from the reaches of the round before, find them all.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::oracle {

// For each binder of the rule the greatest value worth trying at this position (0 for
// binders with an end). Values beyond 2^53 are not exact.
std::vector<double> reaches(const rules::Rules& rules, const rules::OptionRule& rule,
                            const Position& position);

bool has_end(const rules::Binder& binder);

}  // namespace grundy::oracle
