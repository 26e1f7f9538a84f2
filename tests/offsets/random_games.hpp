// offsets/random_games.hpp: random games of offsets, as the recogniser sees them.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/executor.hpp"
#include "methods/offsets/bit_rows.hpp"
#include "rules/language/parser.hpp"
#include "rules/proofs/termination.hpp"
#include "support/random_offsets.hpp"

namespace grundy::offset {

inline std::unique_ptr<parallel::Executor> executor(std::string_view name, std::size_t threads) {
  return std::move(*parallel::make_executor(name, threads));
}

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t count) { return engine_() % count; }

 private:
  std::mt19937_64 engine_;
};

// A box with one side out of `sides` and small other sides, as far as the ranges allow.
inline Box random_box(const rules::Rules& rules, Numbers& numbers,
                      const std::vector<std::int64_t>& sides, std::int64_t positions) {
  Box box;
  const std::size_t long_axis = numbers.below(rules.dimensions());
  std::int64_t left = positions;
  std::vector<std::int64_t> extents(rules.dimensions());
  extents[long_axis] = sides[numbers.below(sides.size())];
  left /= extents[long_axis];
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (axis == long_axis) continue;
    const std::size_t most = static_cast<std::size_t>(std::clamp<std::int64_t>(left, 1, 12));
    extents[axis] = 1 + static_cast<std::int64_t>(numbers.below(most));
    left /= extents[axis];
  }
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    const std::int64_t high = coordinate.low + extents[axis] - 1;
    box.low.push_back(coordinate.low);
    box.high.push_back(std::min(high, coordinate.high.value_or(high)));
  }
  return box;
}

struct Game {
  rules::Rules rules;
  Box closure;
  std::vector<Offset> offsets;
  std::vector<RowAxes> layouts;
};

inline std::optional<Game> understand(const rules::Rules& rules, const Box& box,
                                      Quantity quantity = Quantity::outcome) {
  const auto closure = rules::closure(rules, box);
  if (!std::holds_alternative<Box>(closure)) return std::nullopt;
  Game game{rules, std::get<Box>(closure), {}, {}};
  auto found = offsets(rules, relation::differences(rules), game.closure);
  if (!found) return std::nullopt;
  game.offsets = std::move(*found);
  game.layouts = row_layouts(game.offsets, game.closure, quantity);
  return game;
}

// Calls use(game, box, numbers) for random games that have a layout.
template <class Use>
void for_random_offsets(std::uint64_t first, std::size_t count,
                        const std::vector<std::int64_t>& sides, std::int64_t positions,
                        const Use& use) {
  std::size_t used = 0;
  for (std::uint64_t seed = first; used < count && seed < first + 6 * count; ++seed) {
    const std::string text = support::random_offsets(seed);
    const auto parsed = rules::parse(text, "random game");
    if (!parsed) continue;
    Numbers numbers(seed);
    const Box box = random_box(parsed->front(), numbers, sides, positions);
    const auto game = understand(parsed->front(), box);
    if (!game || game->layouts.empty()) continue;
    SCOPED_TRACE(text + "box up to " + grundy::to_string(box.high));
    use(*game, box, numbers);
    ++used;
  }
  EXPECT_EQ(used, count);
}

}  // namespace grundy::offset
