// rules/proofs/simplex.hpp: small linear programs, solved exactly.
//
// Used to prove facts about rules: every bound, closure and termination argument
// comes down to the maximum of a linear form over a handful of linear facts.
// Arithmetic is rational on 128-bit integers; if a number outgrows them the answer
// is `unknown`, never a wrong bound.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/proofs/rational.hpp"

namespace grundy::rules {

// coefficients . y <= limit
struct Inequality {
  std::vector<Rational> coefficients;
  Rational limit;
};

struct Optimum {
  enum class Kind : std::uint8_t { finite, unbounded, infeasible, unknown };
  Kind kind = Kind::unknown;
  Rational value;  // when finite
};

// The maximum of objective . y over all rational y >= 0 that satisfy every inequality.
// Dantzig's tableau in two phases; Bland's rule, so it always ends. No shared state.
Optimum maximize(const std::vector<Rational>& objective,
                 const std::vector<Inequality>& inequalities);

// The same where some y satisfies every inequality. Unknowns that no chain of inequalities joins
// to the objective have no say then, and are left out: most programs become much smaller.
Optimum maximize_feasible(const std::vector<Rational>& objective,
                          const std::vector<Inequality>& inequalities);

}  // namespace grundy::rules
