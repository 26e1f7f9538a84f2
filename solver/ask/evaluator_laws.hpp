// ask/evaluator_laws.hpp: what the parts of the evaluator share where values follow from laws.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "search/game_walk.hpp"

namespace grundy::query {

// Seconds where nothing says how long a search takes.
inline constexpr double no_end = 1e9;

// Options that are looked at one by one where the values follow from a law.
inline constexpr std::uint64_t most_options = 1 << 16;

// Whether there may be a law though all else failed so: memory is too small, numbers are too large,
// or no method applies.
inline bool is_out_of_reach(const Error& error) {
  return error.code == Errc::memory || error.code == Errc::unsupported || error.code == Errc::rules;
}

inline Position position_on(const lazy::Line& line, std::uint64_t number) {
  Position position = line.start;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    position[axis] += line.step[axis] * static_cast<std::int64_t>(number);
  return position;
}

}  // namespace grundy::query
