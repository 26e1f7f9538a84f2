// relation/scheme.hpp: how the options of a position follow from those of positions before it.
//
// For a direction u most options of x are options of x - u too, wherever both are positions. So a
// set of options is kept along each line of direction u, and a few are added or removed at each
// position. This is the simplification of reductions by reuse (Gautam and Rajopadhye, "Simplifying
// reductions", POPL 2006). A position costs unions and additions that depend on the rules and not
// on the box.
//
// Plain data. Positions are tuples of coordinates as the rules name them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grundy::relation {

using Vector = std::vector<std::int64_t>;

// coefficients . v + constant. v is the coordinates of a position x, followed by the quotients of
// the Where to which this belongs.
struct Linear {
  Vector coefficients;
  std::int64_t constant = 0;

  friend bool operator==(const Linear&, const Linear&) = default;
};

// floor(dividend / divisor). The dividend has coefficients for x and the quotients before this one.
struct Quotient {
  Linear dividend;
  std::int64_t divisor = 1;  // 2 or more

  friend bool operator==(const Quotient&, const Quotient&) = default;
};

// A condition on x: all of `zero` are 0, and all of `at_least_zero` are 0 or more.
struct Where {
  std::vector<Quotient> quotients;
  std::vector<Linear> zero;
  std::vector<Linear> at_least_zero;

  friend bool operator==(const Where&, const Where&) = default;
};

// A single option of x, by coordinate. Wherever `where` holds at a position of the box, it is a
// position of the box that comes before x.
struct Target {
  Where where;
  std::vector<Linear> coordinates;

  friend bool operator==(const Target&, const Target&) = default;
};

// A set S(x) of options for every position x of the box.
//   list    S(x) = added                          no direction
//   scan    S(x) = S(x - u) + added               one direction
//   window  S(x) = S(x - u) + added - removed     one direction
//   cone    S(x) = union of S(x - u_i) + added    two directions or more
// S(x - u) is empty where x - u is outside the box. Each u leads to a position that comes before x.
// Added options may be in S(x - u) already, except in a window, which may count: there an added
// option is in no other part of the sum, and a removed one is in S(x - u).
struct OptionSet {
  std::vector<Vector> directions;
  std::vector<Target> added;
  std::vector<Target> removed;
  std::vector<std::size_t> added_sets;  // earlier sets, all options of which are added; no window
                                        // has any
  bool in_order = false;  // of a window: at a position one option joins at most, and one leaves at
                          // most, the one that joined first of those that are left
};

// The options of S(x), for x where one of `any` holds.
struct Reading {
  std::size_t set;
  std::vector<Where> any;
};

// The options of x are those of all readings. "Before" is in the order of nested loops over the
// axes of a scan (rules/proofs/termination.hpp).
struct Scheme {
  std::vector<OptionSet> sets;
  std::vector<Reading> readings;
};

}  // namespace grundy::relation
