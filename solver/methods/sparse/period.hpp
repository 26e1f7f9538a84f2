// methods/sparse/period.hpp: the proof that a take-and-break game is periodic.
//
// Guy and Smith, "The G-values of various games", Proc. Cambridge Philos. Soc. 52 (1956): if the
// largest take is t and the nimbers of n and n + p are equal for all n from n0 to
// 2 n0 + 2 p + t - 1, then for all n from n0 on: of the two parts of a larger heap one lies in
// the period, so its options repeat too. Not so where parts must differ, for they may become equal.
#pragma once
#include <optional>

#include "methods/period.hpp"
#include "methods/sparse/heaps.hpp"

namespace grundy::sparse {

// The period of the heaps proved so far, if they prove it. O(heaps) time, no memory: gives up
// where that would not do, which may delay the proof but cannot make it wrong.
std::optional<family::Period> prove_period(const Heaps& heaps);

}  // namespace grundy::sparse
