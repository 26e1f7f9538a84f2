// Nimbers of narrow boxes by windows: against the oracle, and against sets of all values.
#include "methods/rays/narrow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "base/executor.hpp"
#include "methods/rays/cells.hpp"
#include "methods/rays/rays.hpp"
#include "oracle/oracle.hpp"
#include "rays/random_rays.hpp"

namespace grundy::ray {
namespace {

using support::RayGame;

std::int64_t number(std::mt19937_64& random, std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most - least + 1));
}

bool is_multiple(const family::Direction& a, const family::Direction& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      if (a[i] * b[j] != a[j] * b[i]) return false;
  return true;
}

// A ray along one axis, and others in steps of up to 3.
Rays random_rays(std::mt19937_64& random, std::size_t dimensions, std::size_t along) {
  Rays rays{{family::Direction(dimensions)}};
  rays.directions[0][along] = 1;
  for (std::int64_t more = number(random, 0, 5); more > 0; --more) {
    family::Direction direction(dimensions);
    for (std::int64_t& step : direction) step = std::max<std::int64_t>(0, number(random, -2, 3));
    if (std::ranges::count(direction, 0) < static_cast<std::ptrdiff_t>(dimensions) &&
        std::ranges::none_of(rays.directions,
                             [&](const auto& known) { return is_multiple(known, direction); }))
      rays.directions.push_back(direction);
  }
  return rays;
}

Box random_box(std::mt19937_64& random, std::size_t dimensions, std::size_t along) {
  Box box{Position(dimensions), Position(dimensions)};
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    box.low[axis] = number(random, 0, 2);
    const std::int64_t longest = axis == along ? 400 : std::array{0, 0, 7, 3, 2}[dimensions];
    box.high[axis] = box.low[axis] + number(random, axis == along ? 100 : 0, longest);
  }
  return box;
}

TEST(Narrow, AgreesWithTheOracle) {
  std::mt19937_64 random(/*seed=*/1999);
  std::array<int, 4> games_along{};
  for (int games = 0; games < 30; ++games) {
    const std::size_t dimensions = 2 + random() % 3;
    const std::size_t along = random() % dimensions;
    ++games_along[along];
    const Box box = random_box(random, dimensions, along);
    const Rays rays = within(random_rays(random, dimensions, along), box);
    const RayGame game = support::ray_game(rays, box);
    SCOPED_TRACE(testing::Message() << game.text << " to " << to_string(box.high));
    const auto cells = solve_narrow({rays, along, 2}, box);
    ASSERT_TRUE(cells) << cells.error().message;
    oracle::Oracle oracle(game.rules, Convention::normal, box);
    for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
      ASSERT_EQ((*cells)[rank], *oracle.nimber(box.position(rank)))
          << to_string(box.position(rank));
  }
  EXPECT_GT(std::ranges::min(games_along), 0);
}

// Windows go round many times, and have many words.
TEST(Narrow, AgreesWithSetsOfAllValues) {
  std::mt19937_64 random(/*seed=*/22);
  const auto executor = parallel::make_executor("tbb", 2);
  for (const Position& high :
       {Position{70, 9000}, {20'000, 5}, {9, 3000, 12}, {1, 0, 5000}, {3, 2, 4, 900}}) {
    const auto along = static_cast<std::size_t>(std::ranges::max_element(high) - high.begin());
    const Box box{Position(high.size(), 0), high};
    for (int games = 0; games < 3; ++games) {
      const Rays rays = within(random_rays(random, high.size(), along), box);
      const CellTask task = plan_cells(rays, box, {});
      const auto cells = solve_narrow({rays, along, task.cell_bytes}, box);
      ASSERT_TRUE(cells) << cells.error().message;
      const auto expected = solve_cells(task, **executor);
      ASSERT_TRUE(expected) << expected.error().message;
      const auto& all = std::get<memory::Cells>(*expected);
      for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
        ASSERT_EQ((*cells)[rank], all[rank])
            << support::ray_game(rays, box).text << to_string(box.position(rank));
    }
  }
}

TEST(NarrowAxis, IsThatOfLongBoxes) {
  const Rays wythoff{{{1, 0}, {0, 1}, {1, 1}}};
  EXPECT_EQ(narrow_axis(wythoff, {{0, 0}, {30, 100'000}}), 1U);
  EXPECT_EQ(narrow_axis(wythoff, {{0, 0}, {100'000, 30}}), 0U);
  EXPECT_EQ(narrow_axis(wythoff, {{0, 0}, {3000, 3000}}), std::nullopt);
  EXPECT_EQ(narrow_axis({{{1, 0}, {1, 1}}}, {{0, 0}, {30, 100'000}}), std::nullopt);
  EXPECT_EQ(narrow_axis({{{1}}}, {{0}, {100'000}}), std::nullopt);
}

}  // namespace
}  // namespace grundy::ray
