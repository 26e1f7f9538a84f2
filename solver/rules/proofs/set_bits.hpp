// rules/proofs/set_bits.hpp: which bits of which numbers are known to be set.
#pragma once
#include <vector>

#include "rules/expression.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::rules {

// A number, and exponents e such that its digit of 2^e is 1. Those of one number differ by
// constants other than 0, so it is at least the sum of their powers unless it is negative.
struct SetBits {
  Expression number;
  std::vector<Expression> exponents;
};

// What facts >= 0 of the form floor(m / 2^e) mod 2 = 1 say of m, and of the numbers that m is made
// of: both sides of `band`, and dividends of divisions by powers of 2.
std::vector<SetBits> set_bits(const std::vector<Polynomial>& facts);

}  // namespace grundy::rules
