// relation/sums.hpp: nimbers of options that are sums, as far as they are linear arithmetic.
//
// They are xors. Let m be a power of two, let all summands but one have nimbers below m, whose xor
// is u, and that one v >= m. Then the sum has v - v mod m + (v mod m xor u), which is linear for
// each u and each v mod m. Of other sums two things are known: the xor modulo m, and that of the
// multiples of m in the xor and in the summands' nimbers each is at most the sum of the others.
#pragma once
#include <cstdint>
#include <vector>

#include "relation/relation.hpp"

namespace grundy::law::presburger {

struct SumNimbers {
  Map known;    // from positions to nimbers of options
  Set unknown;  // positions with other options
  Set clashes;  // of these where such an option may have the position's own nimber
};

// Of a rule that gives sums, one tuple of classes after the other: O((2 m) ^ summands) operations
// of isl. Summands of which `nimbers` tells a negative number or nothing are left out.
SumNimbers nimbers_of_sums(const Sum& sum, const Map& nimbers, std::int64_t m);

// The m to try, ascending. The only one is enough where nimbers are few: then all sums are known.
// None where there would be too many tuples. 1 where no rule gives sums.
std::vector<std::int64_t> moduli(const std::vector<Sum>& sums, const Map& nimbers);

}  // namespace grundy::law::presburger
