// rules/proofs/cycle.hpp: play that comes back to a position, shown by its moves.
#pragma once
#include <span>
#include <vector>

#include "base/box.hpp"
#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// A move from a position, as one of the positions of a sum, and the rule that allows it.
struct Move {
  Position from;
  std::vector<Position> to;
  Place place;
};

// Play by moves each of which leads to the position from which the next one goes, and the last one
// to that of the first.
EndlessPlay endless_play(std::span<const Move> cycle);

// That play comes back, with all that is known of it.
Complaint complaint_about(const EndlessPlay& play, const Rules& rules);

}  // namespace grundy::rules
