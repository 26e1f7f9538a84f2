// Small linear programs whose answers are known.
#include "rules/proofs/simplex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>

namespace grundy::rules {
namespace {

using Kind = Optimum::Kind;
using Row = std::vector<Rational>;

void expect_maximum(const Row& objective, const std::vector<Inequality>& inequalities,
                    const Rational& value) {
  const Optimum found = maximize(objective, inequalities);
  ASSERT_EQ(found.kind, Kind::finite);
  EXPECT_EQ(found.value, value);
}

TEST(Rationals, FloorRoundsTowardsMinusInfinity) {
  const auto floor_of = [](std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>((Rational(a) / Rational(b)).floor());
  };
  EXPECT_EQ(floor_of(7, 2), 3);
  EXPECT_EQ(floor_of(-7, 2), -4);
  EXPECT_EQ(floor_of(7, -2), -4);
  EXPECT_EQ(floor_of(-7, -2), 3);
  EXPECT_EQ(floor_of(-8, 2), -4);
  EXPECT_EQ(floor_of(0, 5), 0);
  EXPECT_EQ(floor_of(-1, 1000000007), -1);
}

TEST(Rationals, AreInLowestTermsAndOrdered) {
  const Rational third = Rational(1) / Rational(3);
  EXPECT_EQ(Rational(-2) / Rational(-6), third);
  EXPECT_EQ(third + third + third, Rational(1));
  EXPECT_EQ(third - third, Rational(0));
  EXPECT_LT(third, Rational(1) / Rational(2));
  EXPECT_LT(-third, third);
  EXPECT_FALSE(third < third);
  EXPECT_TRUE((third * Rational(-3) + Rational(1)).zero());
}

TEST(Rationals, SayWhenANumberOutgrowsThem) {
  Rational power = std::numeric_limits<std::int64_t>::max();
  power = power * power;
  EXPECT_THROW(power * power, std::overflow_error);
}

// G. B. Dantzig's kind of example: 3x + 5y under x <= 4, 2y <= 12, 3x + 2y <= 18 is 36.
TEST(Simplex, ATextbookExample) {
  expect_maximum({3, 5}, {{{1, 0}, 4}, {{0, 2}, 12}, {{3, 2}, 18}}, 36);
}

TEST(Simplex, AFractionalOptimum) {
  expect_maximum({1, 1}, {{{2, 1}, 3}, {{1, 2}, 4}}, Rational(7) / Rational(3));
}

TEST(Simplex, PhaseOneFindsAStartAwayFromTheOrigin) {
  // x + y >= 2, x <= 5, y <= 1: the maximum of -x is at x = 1.
  expect_maximum({-1, 0}, {{{-1, -1}, -2}, {{1, 0}, 5}, {{0, 1}, 1}}, -1);
}

TEST(Simplex, Equations) {
  // x - y = 3, x + y <= 9: the maximum of y is 3.
  expect_maximum({0, 1}, {{{1, -1}, 3}, {{-1, 1}, -3}, {{1, 1}, 9}}, 3);
}

TEST(Simplex, Infeasible) {
  EXPECT_EQ(maximize({1}, {{{1}, 2}, {{-1}, -3}}).kind, Kind::infeasible);
  EXPECT_EQ(maximize({0}, {{{0}, -1}}).kind, Kind::infeasible);
  EXPECT_EQ(maximize({0, 0}, {{{1, 1}, -1}}).kind, Kind::infeasible);
}

TEST(Simplex, Unbounded) {
  EXPECT_EQ(maximize({1}, {}).kind, Kind::unbounded);
  EXPECT_EQ(maximize({1, 1}, {{{1, -1}, 3}}).kind, Kind::unbounded);
  expect_maximum({-1, 0}, {{{1, -1}, 3}}, 0);
}

TEST(Simplex, NothingToDo) {
  expect_maximum({}, {}, 0);
  expect_maximum({0, 0}, {{{1, 1}, 1}}, 0);
}

// E. M. L. Beale, "Cycling in the dual simplex algorithm" (1955): cycles under the rule of
// the largest coefficient; the maximum is 1/20.
TEST(Simplex, BealesDegenerateProgramEnds) {
  const Rational quarter = Rational(1) / Rational(4);
  const Rational half = Rational(1) / Rational(2);
  const Row objective{Rational(3) / Rational(4), -150, Rational(1) / Rational(50), -6};
  expect_maximum(objective,
                 {{{quarter, -60, Rational(-1) / Rational(25), 9}, 0},
                  {{half, -90, Rational(-1) / Rational(50), 3}, 0},
                  {{0, 0, 1, 0}, 1}},
                 Rational(1) / Rational(20));
}

TEST(Simplex, NumbersBeyond128BitsAreUnknownNotWrong) {
  const std::int64_t prime = 9223372036854775783;  // the largest below 2^63
  std::vector<Inequality> inequalities;
  for (std::int64_t i = 0; i < 4; ++i)
    inequalities.push_back(
        {{prime - i * 1000003, i * i + 7, prime / (i + 2), 1 - prime / 5 * i}, prime - i});
  const Optimum found = maximize({1, 1, 1, 1}, inequalities);
  EXPECT_TRUE(found.kind == Kind::unknown || found.kind == Kind::unbounded ||
              found.kind == Kind::finite);
}

// The optimum is at least every feasible integer point, and no point of a box that all
// constraints describe exceeds it.
TEST(Simplex, IsAtLeastEveryFeasiblePointOfRandomPrograms) {
  std::mt19937_64 random(1947);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  int tight = 0;
  for (int round = 0; round < 500; ++round) {
    std::vector<std::vector<std::int64_t>> rows;
    for (std::int64_t i = between(0, 4); i > 0; --i)
      rows.push_back({between(-3, 3), between(-3, 3), between(-3, 3), between(-4, 9)});
    for (const auto& side : {std::vector<std::int64_t>{1, 0, 0, 5}, {0, 1, 0, 5}, {0, 0, 1, 5}})
      rows.push_back(side);
    const std::vector<std::int64_t> objective{between(-4, 4), between(-4, 4), between(-4, 4)};
    std::vector<Inequality> inequalities;
    for (const auto& row : rows) inequalities.push_back({{row[0], row[1], row[2]}, row[3]});
    std::optional<std::int64_t> best;
    for (std::int64_t x = 0; x <= 5; ++x)
      for (std::int64_t y = 0; y <= 5; ++y)
        for (std::int64_t z = 0; z <= 5; ++z) {
          const auto holds = [&](const auto& row) {
            return row[0] * x + row[1] * y + row[2] * z <= row[3];
          };
          if (!std::all_of(rows.begin(), rows.end(), holds)) continue;
          const std::int64_t value = objective[0] * x + objective[1] * y + objective[2] * z;
          best = std::max(best.value_or(value), value);
        }
    const Optimum found = maximize({objective[0], objective[1], objective[2]}, inequalities);
    ASSERT_TRUE(found.kind == Kind::finite || found.kind == Kind::infeasible);
    if (!best) continue;
    ASSERT_EQ(found.kind, Kind::finite);
    EXPECT_FALSE(found.value < Rational(*best));
    if (found.value == Rational(*best)) ++tight;
  }
  EXPECT_GT(tight, 200) << "bounds that are never reached prove little";
}

}  // namespace
}  // namespace grundy::rules
