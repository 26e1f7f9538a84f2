// compile/enforce.hpp: the ends of a rule's loops and the tests inside them, so that the program
// finds the rule's options and nothing else.
//
// A rule states facts: integers that are >= 0 at each of its options. Proofs about options may use
// all of them (rules/proofs/bounds.hpp). But loops and tests run where some facts have not been
// tested yet, and a proof that uses a fact cannot replace the test of that fact. So whether a test
// is needed is judged in the order in which the program runs. At each point only the box, the ends
// of the loops and the tests so far are taken as given.
//
//   limits   Facts bound the loops. A fact that mentions no later binder is dropped if it bounds
//   the
//            loop of its last one, n - d k >= 0 or d k - n >= 0: for d >= 1 the end of the loop
//            implies it. If d >= 1 is not certain yet, it is tested before the loop. That loses no
//            option, as d >= 1 holds at all of them. A fact with the square of its last binder
//            bounds it by a root, and so do higher powers; these may have to be tested, too.
//   parts    A binder that must divide a number known before it, or be one of its bits or a subset
//            of them, runs over these (compile/selection.hpp).
//   ranges   The test that a coordinate of a summand stays in its range is dropped if that follows
//            from the binders, the condition and the endings, all of which are enforced.
//   numbers  The program computes modulo 2^64. Numbers that are compared or divided are first
//   proved
//            to be less than 2^62 in size, from what is enforced before. Limits for which that
//            cannot be proved are not used.
//
// In facts, a quotient by a divisor that is not positive is an unknown number (kernels compute 0).
// So where all facts hold, all divisors are positive, as rules/proofs/check.hpp has proved.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "compile/compile.hpp"
#include "kernels/generic/program.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// Tests made once a binder has its value.
struct Tests {
  std::vector<rules::Polynomial> at_least_zero;
  std::vector<rules::Condition> conditions;
  bool none() const noexcept { return at_least_zero.empty() && conditions.empty(); }
};

// binder <= floor(end) or binder >= ceil(end), where end is (rest + sign * root) / divisor. The
// root is the greatest integer whose power of that degree is at most `radicand`, or -1 if that is
// negative.
struct RootLimit {
  rules::Polynomial radicand;
  rules::Polynomial rest;
  std::int64_t sign;
  std::int64_t divisor;
  std::size_t degree = 2;
};

struct RootLimits {
  std::vector<RootLimit> lower;
  std::vector<RootLimit> upper;
};

// The binder runs over the parts of a number, whose size is at most `largest`.
struct PartsRange {
  kernels::Selection selection;
  rules::Polynomial number;
  std::int64_t largest;
};

struct Enforcement {
  std::vector<Tests> tests;  // [0]: of the position; [i]: inside the loop over binder i - 1
  std::vector<rules::Limits> limits;  // by binder; their divisors are positive inside its loop
  std::vector<RootLimits> roots;      // by binder
  std::vector<std::optional<PartsRange>> parts;  // by binder; at most one is present
  std::vector<rules::Interval> reach;  // by binder: the values it has at options, if known
};

// The enforcement of a rule whose ranges are those of the box; nothing if it has no option there. A
// Complaint if numbers may overflow or nothing bounds a binder. May throw EffortSpent and
// std::overflow_error, like all proofs.
rules::Proved<std::optional<Enforcement>> enforce(const rules::Rules& rules,
                                                  const rules::OptionRule& rule, const Box& box,
                                                  Proofs proofs);

}  // namespace grundy::compile
