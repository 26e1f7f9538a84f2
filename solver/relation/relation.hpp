// relation/relation.hpp: rules as exact relations between points.
//
// Linear arithmetic has + and -, constant factors, floor, ceil and mod by constants, min and max,
// ranges, all conditions, and binders over ranges and over listed, odd and even numbers. A binder
// with finitely many constant values is written out if only that makes a rule linear, such as
// ceil(n / k) for k in 2 .. 9.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "relation/isl.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// The options of a rule that gives sums.
struct Sum {
  Map options;           // from a position to the coordinates of all summands, one after the other
  std::size_t summands;  // two or more
};

struct Relation {
  Set universe;    // all positions
  Set lost, won;   // those where an ending holds, by which the player to move has lost or won
  Map moves;       // from other positions to single positions
  Set to_nothing;  // other positions with the option ()
  std::vector<Sum> sums;  // from other positions to sums, rule by rule
};

// Why a rule is not worth reading in a plan, such as for long lists; empty if it is.
std::string why_too_large(const rules::OptionRule& rule);

// The relation of rules. Errc::unsupported, naming the construct and its line, if they are not
// linear.
Result<Relation> relation_of(const rules::Rules& rules, isl_ctx* context);

}  // namespace grundy::relation
