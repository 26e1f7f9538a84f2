// Waves must partition the box, and nothing may come before its options.
#include "tiles/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/options.hpp"
#include "rules/parse.hpp"
#include "support/random_rules.hpp"

namespace grundy::tiles {
namespace {

constexpr std::uint64_t nowhere = ~std::uint64_t{0};

// The wave of every position of the box, by rank. Fails if a position lies in two.
std::vector<std::uint64_t> waves_of(const Schedule& schedule, const Box& box) {
  std::vector<std::uint64_t> waves(*box.volume(), nowhere);
  const auto enter = [&](std::uint64_t rank, std::uint64_t wave) {
    EXPECT_EQ(waves[rank], nowhere) << grundy::to_string(box.position(rank)) << " comes twice";
    waves[rank] = wave;
  };
  if (schedule.order() == Order::tiles)
    for (std::uint64_t number = 0; number < schedule.tiles(); ++number) {
      const Box tile = schedule.tile(number);
      for (std::uint64_t i = 0; i < *tile.volume(); ++i)
        enter(box.rank(tile.position(i)), schedule.last_wave(tile));
    }
  for (std::uint64_t wave = 0; schedule.order() == Order::layers && wave < schedule.waves(); ++wave)
    for (std::uint64_t rank = 0; rank < waves.size(); ++rank) {
      const Position at = box.position(rank);
      std::int64_t weight = 0;
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        weight += schedule.weights()[axis] * at[axis];
      if (weight == schedule.weight_of(wave)) enter(rank, wave);
    }
  EXPECT_EQ(std::count(waves.begin(), waves.end(), nowhere), 0);
  return waves;
}

void expect_options_first(const rules::Rules& rules, const Schedule& schedule, const Box& box,
                          const std::vector<std::uint64_t>& waves) {
  for (std::uint64_t rank = 0; rank < waves.size(); ++rank) {
    const auto options = oracle::options(rules, box.position(rank));
    ASSERT_TRUE(options) << options.error().message;
    for (const oracle::Sum& option : *options)
      for (const Position& to : option) {
        if (!box.contains(to)) continue;
        const std::uint64_t wave = waves[box.rank(to)];
        EXPECT_TRUE(schedule.order() == Order::tiles ? wave <= waves[rank] : wave < waves[rank])
            << grundy::to_string(box.position(rank)) << " to " << grundy::to_string(to);
      }
  }
}

// last_wave is a bound for every part, and exact for single positions.
void expect_last_waves(const Schedule& schedule, const Box& box,
                       const std::vector<std::uint64_t>& waves) {
  for (std::uint64_t rank = 0; rank < waves.size(); rank += 3) {
    const Position at = box.position(rank);
    EXPECT_EQ(schedule.last_wave({at, at}), waves[rank]) << grundy::to_string(at);
    const Box part{at, box.high};
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < *part.volume(); ++i)
      last = std::max(last, waves[box.rank(part.position(i))]);
    EXPECT_EQ(schedule.last_wave(part), last) << "from " << grundy::to_string(at);
  }
}

TEST(Schedule, OfRandomGamesPartitionsTheClosureAndRespectsMoves) {
  std::size_t layers = 0;
  support::for_random_rules(9000, 200, [&](const rules::Rules& rules) {
    const Box closure = std::get<Box>(rules::closure(rules, support::small_box(rules, 60, 10)));
    if (*closure.volume() > 3000) return;
    const auto proof = rules::descent(rules, closure);
    if (!std::holds_alternative<rules::Descent>(proof)) return;
    const auto& descent = std::get<rules::Descent>(proof);
    for (const std::uint64_t tile : {1u, 7u, 50u, 100000u}) {
      const Schedule schedule(closure, descent, tile);
      SCOPED_TRACE(std::to_string(tile));
      if (schedule.order() == Order::layers) ++layers;
      const auto waves = waves_of(schedule, closure);
      expect_options_first(rules, schedule, closure, waves);
      expect_last_waves(schedule, closure, waves);
    }
  });
  EXPECT_GE(layers, 4u);
}

// The tiles that each one waits for, directly or not, by number. Fails if the order has not every
// tile once, behind those.
std::vector<std::vector<bool>> awaited_by(const Schedule& schedule) {
  std::vector<std::vector<bool>> awaited(schedule.tiles());
  for (const std::uint32_t tile : schedule.tiles_in_order()) {
    EXPECT_TRUE(awaited[tile].empty()) << "tile " << tile << " comes twice";
    std::vector<bool> all(schedule.tiles());
    schedule.all_before(tile, [&](std::uint64_t before) {
      EXPECT_FALSE(awaited[before].empty()) << tile << " comes before " << before;
      for (std::size_t i = 0; i < awaited[before].size(); ++i)
        all[i] = all[i] || awaited[before][i];
      return all[before] = true;
    });
    awaited[tile] = std::move(all);
  }
  for (const auto& of_tile : awaited) EXPECT_FALSE(of_tile.empty());
  return awaited;
}

// By rank. Fails if the tiles do not partition the box.
std::vector<std::uint64_t> tiles_by_rank(const Schedule& schedule, const Box& box) {
  std::vector<std::uint64_t> tiles(*box.volume(), nowhere);
  for (std::uint64_t number = 0; number < schedule.tiles(); ++number) {
    const Box tile = schedule.tile(number);
    for (std::uint64_t i = 0; i < *tile.volume(); ++i) {
      EXPECT_EQ(tiles[box.rank(tile.position(i))], nowhere);
      tiles[box.rank(tile.position(i))] = number;
    }
  }
  EXPECT_EQ(std::count(tiles.begin(), tiles.end(), nowhere), 0);
  return tiles;
}

// Calls visit(tile, option's tile) for every move between positions of different tiles.
template <class Visit>
void for_each_move(const rules::Rules& rules, const Box& box,
                   const std::vector<std::uint64_t>& tiles, const Visit& visit) {
  for (std::uint64_t rank = 0; rank < tiles.size(); ++rank) {
    const auto options = oracle::options(rules, box.position(rank));
    ASSERT_TRUE(options) << options.error().message;
    for (const oracle::Sum& option : *options)
      for (const Position& to : option)
        if (box.contains(to) && tiles[box.rank(to)] != tiles[rank])
          visit(tiles[rank], tiles[box.rank(to)]);
  }
}

TEST(Schedule, TilesOfRandomGamesWaitForTheirOptions) {
  std::size_t moves = 0;
  support::for_random_rules(9000, 200, [&](const rules::Rules& rules) {
    const Box closure = std::get<Box>(rules::closure(rules, support::small_box(rules, 60, 10)));
    if (*closure.volume() > 3000) return;
    const auto proof = rules::descent(rules, closure);
    if (!std::holds_alternative<rules::Descent>(proof)) return;
    const auto& descent = std::get<rules::Descent>(proof);
    const Schedule schedule(closure, descent, 20);
    if (schedule.order() == Order::layers) return;
    const auto awaited = awaited_by(schedule);
    for_each_move(rules, closure, tiles_by_rank(schedule, closure),
                  [&](std::uint64_t tile, std::uint64_t option) {
                    EXPECT_TRUE(awaited[tile][option]) << tile << " to " << option;
                    ++moves;
                  });
  });
  EXPECT_GE(moves, 1000u);
}

// Numbers of a tile by axis, in the direction in which they are solved.
Position numbers_of(const Schedule& schedule, const Box& box, const rules::Descent& descent,
                    std::uint64_t tile) {
  const Box part = schedule.tile(tile);
  Position numbers;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const bool rises = descent.trends[axis].rises && !descent.trends[axis].falls;
    const std::int64_t distance =
        rises ? box.high[axis] - part.high[axis] : part.low[axis] - box.low[axis];
    numbers.push_back(distance / schedule.tile_extents()[axis]);
  }
  return numbers;
}

// A tile waits for all who have options in the tile two behind it and lie behind it themselves.
TEST(Schedule, TilesThatUndoOthersWaitForThoseWhoNeedThem) {
  std::size_t undone = 0;
  support::for_random_rules(9000, 400, [&](const rules::Rules& rules) {
    const auto closed = rules::closure(rules, support::small_box(rules, 60, 10));
    if (!std::holds_alternative<Box>(closed)) return;
    const Box& closure = std::get<Box>(closed);
    if (*closure.volume() > 3000 || closure.dimensions() < 2) return;
    const auto proof = rules::descent(rules, closure);
    if (!std::holds_alternative<rules::Descent>(proof)) return;
    const auto& descent = std::get<rules::Descent>(proof);
    for (std::size_t axis = 0; axis < closure.dimensions(); ++axis) {
      Schedule schedule(closure, descent, 20);
      if (schedule.order() == Order::layers) return;
      if (descent.trends[axis].rises && descent.trends[axis].falls) continue;
      const auto tiles = tiles_by_rank(schedule, closure);
      const auto numbers = [&](std::uint64_t tile) {
        return numbers_of(schedule, closure, descent, tile);
      };
      std::vector<std::int64_t> reach(closure.dimensions());
      for_each_move(rules, closure, tiles, [&](std::uint64_t tile, std::uint64_t option) {
        for (std::size_t other = 0; other < reach.size(); ++other)
          reach[other] = std::max(reach[other], numbers(tile)[other] - numbers(option)[other]);
      });
      schedule.let_overwrite(axis, reach);
      const auto awaited = awaited_by(schedule);
      for_each_move(rules, closure, tiles, [&](std::uint64_t tile, std::uint64_t option) {
        EXPECT_TRUE(awaited[tile][option]) << tile << " to " << option;
        for (std::uint64_t undoing = 0; undoing < schedule.tiles(); ++undoing) {
          Position undoes = numbers(undoing);
          undoes[axis] -= 2;
          if (undoes != numbers(option) || numbers(tile)[axis] != undoes[axis] + 1) continue;
          EXPECT_TRUE(awaited[undoing][tile]) << undoing << " undoes what " << tile << " needs";
          ++undone;
        }
      });
    }
  });
  EXPECT_GE(undone, 100u);
}

Schedule schedule_of(const std::string& text, const Box& box, std::uint64_t tile_positions) {
  const rules::Rules rules = rules::parsed(text);
  return Schedule(box, std::get<rules::Descent>(rules::descent(rules, box)), tile_positions);
}

TEST(Schedule, TilesAreAsLargeAsAllowed) {
  const Schedule schedule =
      schedule_of("game g(a, b) (a, b) -> (a - k, b) for k >= 1 (a, b) -> (a, b - k) for k >= 1",
                  {{0, 0}, {99, 99}}, 400);
  EXPECT_EQ(schedule.order(), Order::tiles);
  EXPECT_EQ(schedule.tile_extents(), (std::vector<std::int64_t>{20, 20}));
  EXPECT_EQ(schedule.tiles(), 25u);
  EXPECT_EQ(schedule.waves(), 9u);
  EXPECT_EQ(schedule.tile(7), (Box{{20, 40}, {39, 59}}));
  EXPECT_EQ(schedule.tile_with({39, 40}), 7u);
  EXPECT_EQ(schedule.last_tile({{0, 40}, {20, 41}}), 7u);
}

TEST(Schedule, CoordinatesThatRiseAreTiledFromTheHighEnd) {
  const Schedule schedule =
      schedule_of("game g(n in 0..9) (n) -> (n + k) for k >= 1", {{0}, {9}}, 4);
  EXPECT_EQ(schedule.waves(), 3u);
  EXPECT_EQ(schedule.tile(0), (Box{{6}, {9}}));
  EXPECT_EQ(schedule.tile(2), (Box{{0}, {1}}));
  EXPECT_EQ(schedule.last_tile({{1}, {7}}), 2u);
}

TEST(Schedule, CoordinatesThatRiseAndFallAreNotCut) {
  const Schedule schedule = schedule_of("game g(a, b in 0..9) (a, b) -> (a - 1, j) for j in 0 .. 9",
                                        {{0, 0}, {9, 9}}, 20);
  EXPECT_EQ(schedule.tile_extents(), (std::vector<std::int64_t>{2, 10}));
}

TEST(Schedule, WithoutAScanOrderLayersAreTheWaves) {
  const Schedule schedule = schedule_of(
      "game g(a, b) (a, b) -> (a - 2, b + 1) (a, b) -> (a + 1, b - 2)", {{0, 0}, {5, 5}}, 100);
  EXPECT_EQ(schedule.order(), Order::layers);
  EXPECT_EQ(schedule.weights(), (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(schedule.waves(), 11u);
  EXPECT_EQ(schedule.last_wave({{0, 0}, {2, 3}}), 5u);
}

}  // namespace
}  // namespace grundy::tiles
