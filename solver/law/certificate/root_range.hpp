// law/certificate/root_range.hpp: ranges of options whose ends are roots, quotients and the like.
//
// A game has one rule, (n) -> (y), and y is below n. Each condition compares two numbers that grow
// or fall with n and with y. Let a condition get harder as y grows. If it gets no harder as n
// grows, it bounds y from above by an end that never falls. If a condition gets easier as y grows
// and no easier as n does, it bounds y from below by such an end. So the options are a range, both
// ends never fall (law/certificate/range_values.hpp), and bisection finds them. Numbers of n and y
// are made by + and -, and by * and / of numbers that are at least 0, by min, max and constants.
// (Codeforces 255 E: n coins become y, from the fourth root of n to its square root.)
#pragma once
#include <memory>

#include "law/certificate/range_values.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

// Null for rules that are not evidently so. The rules need not outlive it.
std::unique_ptr<const RangeOptions> root_range(const rules::Rules& rules);

}  // namespace grundy::law
