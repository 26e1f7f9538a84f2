// generator/shrink.hpp: games that are a little less than a given one.
//
// A caller with a game that shows a fault tries them one by one, goes on from the first that still
// shows it, and ends with the least. Some of them are no games: rules that are refused show no
// fault.
#pragma once
#include <vector>

#include "generator/syntax.hpp"

namespace grundy::generator {

// Large steps first.
std::vector<Game> lesser(const Game& game);

}  // namespace grundy::generator
