// Outcomes of two coordinates by leaps: against the oracle, and against rows of bits.
#include "methods/rays/leaps.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "methods/rays/rays.hpp"
#include "oracle/oracle.hpp"
#include "rays/random_rays.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::ray {
namespace {

using support::RayGame;

// x -> x - start - k * direction for k >= 0.
rules::OptionRule ray_from(const family::Direction& start, const family::Direction& direction) {
  using namespace support;
  std::vector<Expression> to;
  for (rules::Variable axis = 0; axis < direction.size(); ++axis)
    to.push_back(x(axis) - c(start[axis]) - c(direction[axis]) * x(direction.size()));
  return rule({std::move(to)}, {at_least(c(0))});
}

// A full ray along one axis, and others in steps of up to 3, some of which begin beside themselves.
Rays random_rays(std::mt19937_64& random) {
  const std::size_t inner = random() % 2;
  const auto number = [&](std::uint64_t end) { return static_cast<std::int64_t>(random() % end); };
  Rays rays{{{inner == 0, inner == 1}}};
  const std::uint64_t more = random() % 4;
  for (std::uint64_t i = 0; i < more; ++i) {
    family::Direction direction(2);
    direction[inner] = number(4);
    direction[1 - inner] = 1 + number(3);
    const bool is_multiple = std::ranges::any_of(rays.directions, [&](const auto& known) {
      return known[0] * direction[1] == known[1] * direction[0];
    });
    if (!is_multiple) rays.directions.push_back(direction);
  }
  if (random() % 2) return rays;
  rays.starts.resize(rays.directions.size());
  for (std::size_t i = 1; i < rays.directions.size(); ++i)
    for (std::uint64_t starts = random() % 4; starts > 0; --starts)
      if (family::Direction start{number(6), number(6)}; start[0] + start[1] > 0)
        rays.starts[i].push_back(start);
  return rays;
}

RayGame game_of(const Rays& rays, const Box& box) {
  RayGame game = support::ray_game(rays, box);
  for (std::size_t i = 0; i < rays.starts.size(); ++i)
    for (const family::Direction& start : rays.starts[i]) {
      game.rules.options.push_back(ray_from(start, rays.directions[i]));
      game.text += " from " + to_string(Position(start.begin(), start.end()));
    }
  return game;
}

TEST(Leaps, AgreeWithTheOracle) {
  std::mt19937_64 random(/*seed=*/1907);
  int games = 0;
  std::array<int, 2> games_along{};
  for (int round = 0; games < 120; ++round) {
    ASSERT_LT(round, 160);
    const Rays rays = random_rays(random);
    const std::int64_t low = static_cast<std::int64_t>(random() % 3);
    const auto rows = 1 + static_cast<std::int64_t>(random() % (round % 5 == 0 ? 130 : 16));
    const auto length = 1 + static_cast<std::int64_t>(random() % (round % 5 == 1 ? 130 : 16));
    const RayGame game = game_of(rays, {{low, 0}, {low + rows - 1, length - 1}});
    const auto inner = leap_axis(rays, game.box);
    if (!inner) continue;  // others begin beside the ray along a row
    ++games;
    ++games_along[*inner];
    for (const Convention convention : {Convention::normal, Convention::misere}) {
      SCOPED_TRACE(testing::Message() << game.text << ", " << to_string(convention));
      oracle::Oracle oracle(game.rules, convention, game.box);
      const auto section = solve_by_leaps(Leaps{rays, *inner}, game.box, convention);
      ASSERT_TRUE(section) << section.error().message;
      for (std::uint64_t rank = 0; rank < *game.box.volume(); ++rank) {
        const Position position = game.box.position(rank);
        ASSERT_EQ(section->is_p(position), *oracle.outcome(position) == Outcome::P)
            << to_string(position);
      }
    }
  }
  EXPECT_GT(std::ranges::min(games_along), 20);
}

// As a user writes them, in boxes whose rows have many words.
TEST(Leaps, AgreeWithRowsOfBits) {
  const auto executor = parallel::make_executor("serial", 1);
  const auto digest = [&](const rules::Rules& rules, const Position& high, Convention convention,
                          const char* way) {
    const auto plan = sweep::plan_for(rules, {{0, 0}, high}, {Quantity::outcome, convention},
                                      plan::default_tile_positions, way);
    EXPECT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->method.kernel() == kernel, std::string(way) == "auto");
    return sweep::statistics(*plan, *sweep::solve(*plan, **executor), **executor).digest.hex();
  };
  for (const char* text :
       {"game st(a, b) (a, b) -> (a - k, b) for k >= 1 "
        "(a, b) -> (a, b - k) for k >= 1 (a, b) -> (a - k, b - 2 * k) for k >= 1",
        "game band(a, b) symmetric (a, b) (a, b) -> (a - k, b) for k >= 1 "
        "(a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 3 and k - j < 3",
        "game wide(a, b) (a, b) -> (a, b - k) for k >= 1 "
        "(a, b) -> (a - 2 * k, b - 3 * k) for k >= 1",
        "game wythoff(a, b) (a, b) -> (a - k, b) for k >= 1 "
        "(a, b) -> (a, b - k) for k >= 1 (a, b) -> (a - k, b - k) for k >= 1"}) {
    const rules::Rules rules = rules::parsed(text);
    for (const Position& high : {Position{900, 1300}, {1300, 900}, {2500, 63}, {64, 2500}})
      for (const Convention convention : {Convention::normal, Convention::misere})
        EXPECT_EQ(digest(rules, high, convention, "auto"),
                  digest(rules, high, convention, "offset"))
            << text << to_string(high);
  }
}

// A. S. Fraenkel (1982): P-positions of r-Wythoff are floor(n * alpha), floor(n * (alpha + r)) with
// alpha = (2 - r + sqrt(r * r + 4)) / 2.
TEST(Leaps, FindTheSequencesOfRWythoff) {
  for (const std::int64_t r : {2, 3, 10}) {
    const rules::Rules rules = rules::parsed(
        fmt::format("game g(a, b) symmetric (a, b) (a, b) -> (a - k, b) for k >= 1 "
                    "(a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < {0} and k - j < {0}",
                    r));
    std::string why_not;
    const auto rays = rays_of(relation::differences(rules), why_not);
    ASSERT_TRUE(rays) << why_not;
    const std::int64_t high = 300'000;
    const auto section =
        solve_by_leaps(Leaps{*rays, 1}, {{0, 0}, {high, high}}, Convention::normal);
    ASSERT_TRUE(section) << section.error().message;
    const auto d = static_cast<long double>(r);
    const long double alpha = (2 - d + std::sqrt(d * d + 4)) / 2;
    for (std::int64_t n = 0;; ++n) {
      const auto a = static_cast<std::int64_t>(std::floor(static_cast<long double>(n) * alpha));
      const std::int64_t b = a + r * n;
      if (b > high) break;
      ASSERT_EQ(section->p_position({a}), b) << r;
      ASSERT_EQ(section->p_position({b}), a) << r;
    }
  }
}

}  // namespace
}  // namespace grundy::ray
