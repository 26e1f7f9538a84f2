// parts/estimate.hpp: how long solving takes.
#pragma once
#include <cstddef>

#include "parts/parts_game.hpp"

namespace grundy::parts {

// Seconds on so many threads.
double estimated_seconds(const PartsGame& game, std::size_t threads);

}  // namespace grundy::parts
