// support/random_rules.hpp: random games that can be played, one after another.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "rules/parser.hpp"
#include "support/random_game.hpp"

namespace grundy::support {

// Calls use(rules) for the games of seeds first, first + 1, .. until `count` of them were
// accepted by the parser and its checks. The text of the game is part of every failure
// message. Fails if more than 40 % were rejected, for then the games are too tame or
// the checks too strict.
template <class Use>
void for_random_rules(std::uint64_t first, std::size_t count, Use use) {
  std::size_t accepted = 0;
  std::size_t tried = 0;
  for (std::uint64_t seed = first; accepted < count && tried < 3 * count + 10; ++seed, ++tried) {
    const std::string text = random_game(seed);
    const auto games = rules::parse(text, "random game");
    if (!games) continue;
    ++accepted;
    SCOPED_TRACE(text);
    use(games->front());
  }
  EXPECT_EQ(accepted, count);
  EXPECT_LE(10 * (tried - accepted), 4 * tried) << "of " << tried << " random games";
}

// A box from the low ends of the ranges with at most about `volume` positions, and no
// side longer than `side`.
inline Box small_box(const rules::Rules& rules, double volume, std::int64_t side) {
  Box box;
  const double length = std::pow(volume, 1.0 / static_cast<double>(rules.dimensions()));
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    const auto extent = std::min(static_cast<std::int64_t>(length), side);
    const std::int64_t high = coordinate.low + extent - 1;
    box.low.push_back(coordinate.low);
    box.high.push_back(std::min(high, coordinate.high.value_or(high)));
  }
  return box;
}

// One of the smallest few, so that the sums that play can reach from some of them are few.
template <class Random>
Position random_position(const rules::Rules& rules, Random& random) {
  Position position;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    const std::int64_t end = coordinate.high.value_or(coordinate.low + 4);
    const auto width = static_cast<std::uint64_t>(
        std::min<std::int64_t>(end - coordinate.low + 1, rules.dimensions() > 1 ? 3 : 6));
    position.push_back(coordinate.low + static_cast<std::int64_t>(random() % width));
  }
  return position;
}

// A box in which even the whole sums that play can reach are few enough for the oracle.
inline Box oracle_box(const rules::Rules& rules) {
  if (!rules.has_sums()) return small_box(rules, 150, 14);
  return small_box(rules, 27.5, rules.dimensions() == 1 ? 9 : 4);
}

}  // namespace grundy::support
