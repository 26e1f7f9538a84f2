// rules/language/binder_of_parts.hpp: what binders over the parts of a number mean.
//
//   k in bits(m)            k in 0 .. 61 when m >= 0 and floor(m / 2^k) mod 2 = 1
//   s in subsets(m)         s in 1 .. m when m band s = s
//   d in divisors(n)        d in 1 .. n when n mod d = 0
//   p in prime_divisors(n)  p in primes when n >= 2 and p <= n and n mod p = 0
//
// So proofs and oracles know ranges and conditions alone. Where it makes a difference, such
// conditions are seen by their meaning, however they were written (compile/selection.hpp).
#pragma once
#include <string>
#include <vector>

#include "rules/language/grammar.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct BinderOfParts {
  Binder binder;
  std::vector<Condition> conditions;
};

// `number` is what the parts are of, `variable` the binder's.
BinderOfParts binder_of_parts(const PartsSyntax& parts, std::string name, const Expression& number,
                              Variable variable);

}  // namespace grundy::rules
