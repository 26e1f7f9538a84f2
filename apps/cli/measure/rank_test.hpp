// cli/measure/rank_test.hpp: whether two programs differ, from the times of their turns.
//
// Times are skew and have stray large ones, so only their order counts.
#pragma once
#include <vector>

namespace grundy::cli {

// The exact test of Mann and Whitney, "On a test of whether one of two random variables is
// stochastically larger than the other", Ann. Math. Statist. 18 (1947). The result is the chance
// that one of two samples would come before the other at least as clearly as `early` before `late`,
// were all orders of both together equally likely. It is 1 where `early` is not the earlier one.
// Equal times count half to each side, rounded towards 1. Requires samples that are not empty.
double rank_test(const std::vector<double>& early, const std::vector<double>& late);

// Which of these chances are so small that of those named at most the share `rate` is expected to
// be false: Benjamini and Hochberg, "Controlling the false discovery rate", J. R. Statist. Soc. B
// 57 (1995). Where nothing differs, the chance that any is named is at most `rate`.
std::vector<bool> discoveries(const std::vector<double>& chances, double rate);

}  // namespace grundy::cli
