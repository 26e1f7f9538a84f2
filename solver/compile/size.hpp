// compile/size.hpp: whether a program computes a number or what is left of it modulo 2^64.
#pragma once
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::compile {

// Whether, wherever the facts hold, the value is less than 2^62 in size, and so is whatever in it
// is divided or compared. Sums, differences and products on the way may be larger in a polynomial:
// they wrap around and back. A quotient is counted as 0 where its divisor is not positive.
bool fits(const rules::Expression& expression, rules::Facts& facts);
bool fits(const rules::Polynomial& polynomial, rules::Facts& facts);
bool fits(const rules::Condition& condition, rules::Facts& facts);

}  // namespace grundy::compile
