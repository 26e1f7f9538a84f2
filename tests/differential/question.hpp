// differential/question.hpp: a random game and what is asked of it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "generator/syntax.hpp"
#include "rules/rules.hpp"

namespace grundy::differential {

struct Question {
  std::uint64_t seed = 0;
  generator::Game game;
  std::vector<std::int64_t> sides;  // of the box, in positions; fewer where a range ends
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
};

// The same seed asks the same everywhere. The quantity is one that the game has. One game in eight
// has ranges that begin anywhere from -10^18 to 10^18.
Question random_question(std::uint64_t seed);
bool is_far(const Question& question);

Box box_of(const Question& question, const rules::Rules& rules);

// Whether the rules have this quantity, and say who has won (docs/rules.md, "Endings").
bool is_defined(const rules::Rules& rules, Quantity quantity, Convention convention);

using Values = std::vector<std::uint32_t>;

// The oracle's values of the box in C order, outcomes as 0 and 1. Errc::memory where they would
// take it too long, and one of which is_endless_play() is true where play comes back to a position.
// Any other error is a fault of the checks that let the rules pass.
Result<Values> expected_values(const rules::Rules& rules, const Box& box, Quantity quantity,
                               Convention convention);

bool is_endless_play(const Error& error);

}  // namespace grundy::differential
