// support/random_rules.hpp: random games that can be played, one after another.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>

#include "generator/generator.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parser.hpp"
#include "rules/proofs/termination.hpp"
#include "support/oracle_effort.hpp"
#include "support/play_ends.hpp"

namespace grundy::support {

// A box from the low ends of the ranges with at most about `volume` positions, and no
// side longer than `side`.
inline Box small_box(const rules::Rules& rules, double volume, std::int64_t side) {
  Box box;
  const double length = std::pow(volume, 1.0 / static_cast<double>(rules.dimensions()));
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    const bool is_of_own_game = box.low.size() >= rules.first_written();  // else its number
    const auto extent = is_of_own_game ? std::min(static_cast<std::int64_t>(length), side) : 1;
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
  const bool has_many_parts =
      std::any_of(rules.options.begin(), rules.options.end(),
                  [](const rules::OptionRule& rule) { return rule.summands.size() > 2; });
  if (has_many_parts) return small_box(rules, 12, rules.dimensions() == 1 ? 7 : 3);
  return small_box(rules, 27.5, rules.dimensions() == 1 ? 9 : 4);
}

// Whether the whole sums that play can reach from the position are few.
inline bool has_few_sums(const rules::Rules& rules, const Position& position) {
  if (!rules.has_sums()) return true;
  oracle::Oracle oracle(rules, Convention::misere);
  oracle.limit(2000);
  const auto outcome = oracle.outcome(position);
  return outcome || outcome.error().code != Errc::memory;
}

// Whether the rules can be solved in oracle_box(), and by the oracle in a short time.
inline bool is_easy(const rules::Rules& rules) {
  const Box box = oracle_box(rules);
  if (oracle_tries(rules, box) >= 1e5) return false;
  const auto closure = rules::closure(rules, box);
  if (!std::holds_alternative<Box>(closure)) return false;
  const auto descent = rules::descent(rules, std::get<Box>(closure));
  const bool is_proved = std::holds_alternative<rules::Descent>(descent);
  return (is_proved || play_ends(rules, box)) && has_few_sums(rules, box.high) &&
         rules::check_overflow(rules, std::get<Box>(closure)).empty();
}

// Calls use(rules) for the games of seeds first, first + 1, .. until `count` of them were
// accepted by the parser and its checks, and are easy. The text of the game is part of every
// failure message. Fails if more than 40 % were rejected, for then the games are too tame or
// the checks too strict.
template <class Use>
void for_random_rules(std::uint64_t first, std::size_t count, Use use) {
  std::size_t accepted = 0;
  std::size_t tried = 0;
  for (std::uint64_t seed = first; accepted < count && tried < 3 * count + 10; ++seed, ++tried) {
    const std::string text = to_text(generator::random_game(seed));
    const auto games = rules::parse(text, "random game");
    if (!games || !is_easy(games->front())) continue;
    ++accepted;
    SCOPED_TRACE(text);
    use(games->front());
  }
  EXPECT_EQ(accepted, count);
  EXPECT_LE(10 * (tried - accepted), 4 * tried) << "of " << tried << " random games";
}

}  // namespace grundy::support
