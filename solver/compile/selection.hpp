// compile/selection.hpp: conditions by which a variable runs over the parts of a number.
//
//   divisors  n mod k = 0
//   bits      floor(m / 2^k) mod 2 = 1
//   subsets   (m band s) = s
#pragma once
#include <optional>

#include "kernels/generic/program.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// A comparison solved for the only atom in it that mentions a variable.
struct Isolated {
  rules::Expression atom;
  rules::Condition::Op op;
  rules::Polynomial value;
};
std::optional<Isolated> isolated(const rules::Condition& condition, rules::Variable variable);

struct PartsMeant {
  kernels::Selection selection;  // divisors, bits or subsets
  rules::Polynomial number;
};

// The number whose parts the variable runs over, if the condition means that and the number does
// not mention the variable. Of numbers below 0 nothing is said, but for divisors.
std::optional<PartsMeant> parts_meant(const rules::Condition& condition, rules::Variable variable);

}  // namespace grundy::compile
