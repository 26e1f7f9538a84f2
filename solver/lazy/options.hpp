// lazy/options.hpp: the options of one position, for people to choose from.
#pragma once
#include <vector>

#include "lazy/game_walk.hpp"

namespace grundy::lazy {

// Every option once, each as its positions with coordinates as the rules give them, in
// the order of the rules and of their binders. None where an ending holds. Errors as for
// GameWalk::cover, and Errc::memory or Errc::interrupted by the meter.
Result<std::vector<std::vector<Position>>> options(GameWalk& walk, const Position& position,
                                                   Meter& meter);

}  // namespace grundy::lazy
