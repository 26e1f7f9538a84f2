// relation/ending_of_play.hpp: that play ends, from every position.
//
// The reader of rules has proved it for a small box, and a plan proves it for the box that it
// solves. A law speaks of all positions, so it is proved here for all of them: by a sum of
// coordinates, or by several in turn, that every move lets fall and that cannot fall for ever.
#pragma once
#include "relation/relation.hpp"

namespace grundy::law::presburger {

// False where no proof was found.
bool play_ends(const rules::Rules& rules, const Relation& relation);

}  // namespace grundy::law::presburger
