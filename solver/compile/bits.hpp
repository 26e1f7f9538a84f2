// compile/bits.hpp: conditions on the bits of numbers, joined to one.
//
// Bit k + c of m is bit k of floor(m / 2^c), and a condition on k alone is a bit of a constant. So
// all that a rule says of a binder k in this way is that bit k of one number is set:
//
//   k in bits(m) when k mod 5 != 4 and floor(m / 2^(k + 1)) mod 2 = 1
//   bit k of  m band floor(m / 2) band 2^0 + 2^1 + 2^2 + 2^3 + 2^5 + ..
//
// Then the binder takes the values that pass instead of trying all (compile/selection.hpp).
#pragma once
#include "rules/rules.hpp"

namespace grundy::compile {

// The same options, each as often. The rule itself where it has no such conditions.
rules::OptionRule with_bits_joined(const rules::Rules& rules, const rules::OptionRule& rule);

}  // namespace grundy::compile
