// oracle/reach.hpp: which values of a rule's binders can give an option at a position.
//
// A binder `k >= e`, or over an infinite set, has no last value of its own. Something else in the
// rule stops it: a new coordinate that must stay in its range, a comparison, or a later binder
// whose range must not be empty. A binder with an end may go on far beyond where it gives options.
//
// The position is known, so every coordinate is a number. Let binder k be s + t, where s is its
// least value and t >= 0. Each expression of the rule then lies between two lines in t:
//
//   l + l' t  <=  expression  <=  u + u' t        for all t >= 0.
//
// The lines of a sum, a product or a quotient follow from those of its arguments. Other binders lie
// between the lines of their ends, or between the numbers found for them so far. A constraint such
// as expression >= c holds for no t beyond (u - c) / -u' if u' is negative. So the least of such
// ends over all constraints is the last value worth trying; and the first one likewise, from above,
// with k = s - t. Ends that were found serve for those of other binders, in as many rounds as there
// are binders.
//
// The lines have coefficients in units of 2^-20, rounded outwards, so ends may come out too far but
// never too near. Nothing depends on how far from 0 the ranges of the game lie.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::oracle {

// All values from `low` to `high`; none if low > high.
struct Span {
  std::int64_t low = 0;
  std::int64_t high = 0;

  // How many more than one there are, rounded.
  double length() const noexcept { return static_cast<double>(high) - static_cast<double>(low); }
};

// For each binder of the rule a span that holds its value wherever the rule gives an option at this
// position. Where no end was found it is that of 64-bit integers.
// Takes time quadratic in the number of binders, for each the size of the rule. Any thread may
// call it.
std::vector<Span> spans(const rules::Rules& rules, const rules::OptionRule& rule,
                        const Position& position);

}  // namespace grundy::oracle
