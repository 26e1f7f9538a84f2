// quotient/presentation.hpp: a misère quotient as people write it, by generators and relations.
//
// Generators are the first heaps whose classes are no products of those of heaps before, named a,
// b, c, .. A class is written as its least monomial, by degree and then with the earlier letters
// first. The relations m = n say of each monomial m that is not least, but all of whose divisors
// are, which one is: the reduced Gröbner basis of the ideal of all equations.
#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "quotient/judge.hpp"

namespace grundy::quotient {

struct Presentation {
  std::vector<std::size_t> heaps;                              // of each generator, by number
  std::vector<std::string> names;                              // of each generator
  std::vector<std::string> classes;                            // "1", "a", "a b^2"
  std::vector<std::pair<std::string, std::string>> relations;  // of those left and right of =
};

Presentation present(const HeapQuotient& quotient);

}  // namespace grundy::quotient
