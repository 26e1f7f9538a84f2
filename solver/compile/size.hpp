// compile/size.hpp: whether numbers fit 64 bits, so that computing modulo 2^64 is exact.
#pragma once
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::compile {

// Whether, wherever the facts hold, the value is less than 2^62 in size, and so is every part that
// is divided or compared. Intermediate sums, differences and products of a polynomial may be
// larger, as they wrap around and back. A quotient counts as 0 if its divisor is not positive.
bool fits(const rules::Expression& expression, rules::Facts& facts);
bool fits(const rules::Polynomial& polynomial, rules::Facts& facts);
bool fits(const rules::Condition& condition, rules::Facts& facts);

}  // namespace grundy::compile
