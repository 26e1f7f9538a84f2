// relation/relation.hpp: rules as exact relations between points.
//
// Numbers with + - and constant factors, floor, ceil and mod by constants, min and max, ranges,
// all conditions, binders over ranges and over listed, odd and even numbers are linear arithmetic.
// A binder with finitely many constant values is written out where only that makes a rule linear:
// ceil(n / k) for k in 2 .. 9.
#pragma once
#include <cstddef>
#include <vector>

#include "base/error.hpp"
#include "relation/isl.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {

// From a position to the positions of a sum, side by side.
struct Sum {
  Map options;
  std::size_t summands;  // two or more
};

struct Relation {
  Set universe;           // all positions
  Set lost, won;          // where an ending holds: of the player to move
  Map moves;              // from the others to single positions
  Set to_nothing;         // of the others those with the option ()
  std::vector<Sum> sums;  // from the others to sums, rule by rule
};

// Errc::unsupported, naming the construct and its line, where rules are not linear.
Result<Relation> relation_of(const rules::Rules& rules, isl_ctx* context);

}  // namespace grundy::law::presburger
