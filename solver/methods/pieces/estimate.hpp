// methods/pieces/estimate.hpp: how long solving takes.
#pragma once
#include <cstddef>

#include "methods/pieces/pieces_game.hpp"

namespace grundy::pieces {

// Seconds on so many threads.
double estimated_seconds(const PiecesGame& game, std::size_t threads);

}  // namespace grundy::pieces
