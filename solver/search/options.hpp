// search/options.hpp: the options of one position, for people to choose from.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "search/game_walk.hpp"

namespace grundy::lazy {

using VisitOption = std::function<Status(std::vector<Position>)>;

// Visits every option once, each as its positions with coordinates as the rules give them, in
// the order of the rules and of their binders. None where an ending holds. Errors as for
// GameWalk::cover, Errc::memory or Errc::interrupted by the meter, and that of the first visit
// that fails.
Status for_each_option(GameWalk& walk, const Position& position, Meter& meter,
                       const VisitOption& visit);

// Positions start, start + step, start + 2 step, ..
struct Line {
  Position start;
  Position step;
  std::uint64_t count = 0;
};

// The same options, in the same order, if they are single positions on few lines which evidently
// do not meet; else nothing. Takes no longer than there are lines. Errors as for GameWalk::cover.
Result<std::optional<std::vector<Line>>> option_lines(GameWalk& walk, const Position& position,
                                                      Meter& meter);

}  // namespace grundy::lazy
