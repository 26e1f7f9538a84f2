// compile/enforce.hpp: what a rule's loops and tests must see to, so that they meet its options and
// nothing else.
//
// A rule states facts: integers that are >= 0 at every option of it. Proofs about options may use
// all of them (rules/proofs/bounds.hpp). But a loop is entered, and a test made, where some facts
// have not been tested yet, and what is proved from a fact cannot stand in for that fact. So
// whether a test can be spared is judged in the order in which the program runs, by what it has
// made sure of up to there: the box, and the ends of the loops and the tests so far.
//
//   limits   Facts bound the loops. A fact that mentions no later binder is dropped when it
//            bounds the loop of its last one, n - d k >= 0 or d k - n >= 0: for d >= 1 the end
//            of the loop says the same. Where d >= 1 is not sure yet it is tested before the
//            loop, which costs no option, as d >= 1 holds at all of them. A fact with the square
//            of its last binder bounds it by a root.
//   divisors A binder that must divide a number known before it runs over its divisors.
//   ranges   That a coordinate of a summand stays in its range is dropped when it follows from
//            the binders, the condition and the endings, all of which are made sure of.
//   numbers  The program computes modulo 2^64. What is compared or divided is first proved to be
//            less than 2^62 in size, by what is made sure of before it; limits of which that
//            cannot be proved are not used.
//
// A divisor that is not positive stands in facts like a number of which nothing is known (the
// kernels take 0 for the quotient). So where all facts hold, all divisors are positive, which
// rules/proofs/check.hpp has proved.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// Whether the program relies on proofs, or tests every fact in its place all the same: each
// binder then runs over all values that the rule or the box leaves it.
enum class Proofs : std::uint8_t { trusted, replayed };

// What is tested once a binder has its value.
struct Tests {
  std::vector<rules::Polynomial> at_least_zero;
  std::vector<rules::Condition> conditions;
  bool none() const noexcept { return at_least_zero.empty() && conditions.empty(); }
};

// binder <= floor(end) or binder >= ceil(end), where end is (rest + sign * root) / divisor and root
// the greatest integer whose square is at most `radicand`, -1 where that is negative.
struct RootLimit {
  rules::Polynomial radicand;
  rules::Polynomial rest;
  std::int64_t sign;
  std::int64_t divisor;
};

struct RootLimits {
  std::vector<RootLimit> lower;
  std::vector<RootLimit> upper;
};

// The binder runs over the divisors of a number, whose size is at most `largest` there.
struct Multiple {
  rules::Polynomial number;
  std::int64_t largest;
};

struct Enforcement {
  std::vector<Tests> tests;           // 0: of the position; i: of the loop over binder i - 1
  std::vector<rules::Limits> limits;  // by binder; their divisors are positive inside its loop
  std::vector<RootLimits> roots;      // by binder
  std::vector<std::optional<Multiple>> multiples;  // by binder; no more than one
  std::vector<rules::Interval> reach;  // by binder: the values it has at options, if known
};

// Of a rule whose ranges are those of the box; nothing if it has no option there. Complains about
// numbers that might overflow, and about binders that nothing bounds.
rules::Proved<std::optional<Enforcement>> enforce(const rules::Rules& rules,
                                                  const rules::OptionRule& rule, const Box& box,
                                                  Proofs proofs);

}  // namespace grundy::compile
