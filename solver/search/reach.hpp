// search/reach.hpp: searches that are known to be too large before they begin.
#pragma once
#include "base/box.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {

// How many positions play from one reaches at least, up to symmetry: where some moves lower a
// coordinate by a fixed number and nothing but the low end stops them, all that such moves reach.
// 1 if there are no such moves.
double least_reach(const rules::Rules& rules, const Position& position);

// Errc::memory if a search that keeps every position that play reaches does not fit the meter's
// limit, whatever it knows already.
Status check_reach(const rules::Rules& rules, const Position& position, const Meter& meter);

}  // namespace grundy::lazy
