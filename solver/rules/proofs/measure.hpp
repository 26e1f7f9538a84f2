// rules/proofs/measure.hpp: the number that `falls` says ends play.
#pragma once
#include <string>
#include <vector>

#include "base/box.hpp"
#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// The game whose moves are those that break rules.falls: from a position where the number is
// negative, or to one where it is not smaller. Requires rules.falls.
Rules moves_against_measure(const Rules& rules);

// Whether it is proved, for all positions, that there are none. Requires rules.falls and an Effort,
// of which it spends a share.
bool measure_is_proved(const Rules& rules);

// What to say of a move that breaks it. Requires rules.falls.
Complaint broken_measure(const Rules& rules, const Position& from, const std::vector<Position>& to);

// The number in the rule language; empty without rules.falls.
std::string measure_text(const Rules& rules);

}  // namespace grundy::rules
