// The chance of an order is that by counting all orders, and equal programs are not named.
#include "cli/measure/rank_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace grundy::cli {
namespace {

// The pairs of `some` and the others, of the ranks 0 .. that a row of marks gives to `some`.
double pairs_before(const std::vector<char>& is_some) {
  double before = 0;
  double some = 0;
  for (const char one : is_some) one ? some += 1 : before += some;
  return before;
}

// By going through all orders.
double chance_by_definition(std::vector<char> is_some) {
  const auto count = static_cast<double>(std::ranges::count(is_some, char{1}));
  const double middle = count * (static_cast<double>(is_some.size()) - count) / 2;
  const double uneven = std::abs(pairs_before(is_some) - middle);
  double all = 0;
  double as_uneven = 0;
  std::ranges::sort(is_some);
  do {
    ++all;
    if (std::abs(pairs_before(is_some) - middle) >= uneven) ++as_uneven;
  } while (std::ranges::next_permutation(is_some).found);
  return as_uneven / all;
}

double chance(const std::vector<double>& some, const std::vector<double>& others) {
  return std::min(rank_test(some, others), rank_test(others, some));
}

TEST(RankTest, IsExact) {
  std::mt19937 random(/*seed=*/1947);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<char> is_some(4 + random() % 9);
    for (std::size_t i = 0; i < is_some.size(); ++i)
      is_some[i] = i < 1 + is_some.size() / 3 ? 1 : 0;
    std::ranges::shuffle(is_some, random);
    std::vector<double> some;
    std::vector<double> others;
    for (std::size_t i = 0; i < is_some.size(); ++i)
      (is_some[i] ? some : others).push_back(static_cast<double>(i));
    EXPECT_NEAR(chance(some, others), chance_by_definition(is_some), 1e-12);
    EXPECT_EQ(std::max(rank_test(some, others), rank_test(others, some)), 1);
  }
}

TEST(RankTest, OfFiveAndFiveIsAtLeastTwoOf252) {
  EXPECT_NEAR(rank_test({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}), 2.0 / 252, 1e-15);
  EXPECT_EQ(rank_test({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5}), 1);
}

TEST(RankTest, EqualTimesSayNothing) {
  EXPECT_EQ(rank_test({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}), 1);
  EXPECT_EQ(rank_test({7, 7, 7}, {7, 7, 7, 7}), 1);
}

TEST(RankTest, HoldsForAHundredTurns) {
  std::vector<double> times(101);
  std::iota(times.begin(), times.end(), 1);
  std::vector<double> later = times;
  for (double& time : later) time += 1000;
  EXPECT_NEAR(rank_test(times, later) / 5.549373880924124e-60, 1, 1e-9);  // 2 / (202 over 101)
  for (double& time : later) time -= 990;
  EXPECT_GT(rank_test(times, later), 0.01);  // 10 places of 101
  EXPECT_LT(rank_test(times, later), 0.1);
}

TEST(Discoveries, AreByTheRuleOfBenjaminiAndHochberg) {
  EXPECT_EQ(discoveries({}, 0.01), std::vector<bool>{});
  EXPECT_EQ(discoveries({0.009}, 0.01), std::vector<bool>{true});
  EXPECT_EQ(discoveries({0.009, 0.5}, 0.01), (std::vector<bool>{false, false}));
  EXPECT_EQ(discoveries({0.009, 0.008}, 0.01), (std::vector<bool>{true, true}));
  EXPECT_EQ(discoveries({0.5, 0.0049, 0.3}, 0.015), (std::vector<bool>{false, true, false}));
}

// Of 1000 comparisons of equal programs, 18 rows each, some 10 may name a row.
TEST(Discoveries, AreRareAmongEqualPrograms) {
  std::mt19937 random(/*seed=*/1995);
  std::lognormal_distribution<double> time(0, 0.3);
  for (const std::size_t turns : {5U, 20U}) {
    int named = 0;
    for (int trial = 0; trial < 1000; ++trial) {
      std::vector<double> chances;
      for (int row = 0; row < 18; ++row) {
        std::vector<double> some(turns);
        std::vector<double> others(turns);
        std::ranges::generate(some, [&] { return time(random); });
        std::ranges::generate(others, [&] { return time(random); });
        chances.push_back(chance(some, others));
      }
      const auto found = discoveries(chances, 0.01);
      if (std::ranges::count(found, true) > 0) ++named;
    }
    EXPECT_LE(named, 20) << turns;
  }
}

}  // namespace
}  // namespace grundy::cli
