// law/automata/products.hpp: differences that may have products, compared with 0.
//
// Products are outside what automata can say. But if all are of the same two sums u and v, with
// a u * u + b u * v + c v * v to compare, its sign is that of w * w - D v * v, for w = 2 a u + b v
// and D = b * b - 4 a c. So |w| is compared with |v| sqrt(D). For a digit recurrence with
// sqrt(D) = (g / h) sqrt(p * p + 4) the latter is a relation of digits: arithmetic.hpp, beatty().
// That is how pairs of multiples of an irrational number are written, as in Wythoff's game.
#pragma once
#include <vector>

#include "law/automata/terms.hpp"

namespace grundy::automata {

struct Product {
  std::int64_t times;
  Linear a, b;
};

struct Difference {
  std::vector<Product> products = {};
  Linear rest = {};
  std::vector<Dfa> where = {};
};

// left - right by cases.
std::vector<Difference> differences(Terms& terms, const rules::Expression& left,
                                    const rules::Expression& right);

// Where it is 0, or at most 0.
Dfa compared(Terms& terms, Algebra& algebra, const Difference& difference, Is is);

}  // namespace grundy::automata
