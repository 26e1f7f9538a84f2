#include "rules/language/fixed.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "oracle/oracle.hpp"
#include "rules/parse.hpp"
#include "rules/proofs/check.hpp"
#include "support/random_rules.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string when(const Rules& rules, std::size_t rule) {
  return to_string(rules.options.at(rule).when, rules.variable_names(rules.options[rule]));
}

TEST(Fixed, CoordinatesThatEveryOptionLeavesAsTheyAre) {
  const auto fixed = [](const char* text) { return fixed_coordinates(parsed(text)); };
  EXPECT_THAT(fixed("game g(n, m) (n, m) -> (n - k, m) for k in 1 .. m"), ElementsAre(1));
  EXPECT_THAT(fixed("game g(s, n, t) (s, n, t) -> (s, i, t) + (s, n - i, t) for i in 1 .. n - 1"),
              ElementsAre(0, 2));
  EXPECT_THAT(fixed("game g(n, m) (n, m) -> (n - 1, m) (n, m) -> (n, m - 1)"), IsEmpty());
  EXPECT_THAT(fixed("game g(n, m) (n, m) -> (n - 1, m) (n, m) -> (n - 2, m)"), ElementsAre(1));
  EXPECT_THAT(fixed("game g(n) (n) -> () when n >= 1"), IsEmpty());
}

TEST(Fixed, BecomeConstants) {
  const Rules rules = parsed(
      "game g(m, a, s, b) symmetric (a, b) "
      "(m, a, s, b) -> (m, a - k, s, b) for k in 1 .. m when k + b != s "
      "won when a + b <= s - m");
  const Rules left = *with_fixed(rules, {0, 2}, {3, 70, 5, 80});
  EXPECT_EQ(left.name, "g(3, a, 5, b)");
  EXPECT_THAT(left.coordinate_names(), ElementsAre("a", "b"));
  EXPECT_THAT(left.symmetric, ElementsAre(ElementsAre(0, 1)));
  ASSERT_EQ(left.options.size(), 2u);
  EXPECT_EQ(when(left, 0), "k + b != 5");
  EXPECT_EQ(when(left, 1), "k + a != 5");
  EXPECT_EQ(left.options[1].binders[0].high, constant(3));
  EXPECT_EQ(left.options[1].summands[0][0], variable(0));
  EXPECT_EQ(to_string(left.endings[0].when, left.coordinate_names()), "a + b <= 2");
  EXPECT_EQ(without({0, 2}, {3, 70, 5, 80}), (Position{70, 80}));
}

TEST(Fixed, ARuleThatNeverAppliesGoes) {
  const Rules rules =
      parsed("game g(n, m) (n, m) -> (n - 1, m) (n, m) -> (n mod m, m) when m >= 1 and n >= m");
  EXPECT_EQ(with_fixed(rules, {1}, {9, 0})->options.size(), 1u);
  EXPECT_EQ(with_fixed(rules, {1}, {9, 4})->options.size(), 2u);
}

// The game in which the coordinate stays as it is, where all that can be proved of it.
std::optional<Rules> frozen(Rules rules, Variable coordinate) {
  std::vector<OptionRule> options;
  for (OptionRule& rule : rules.options) {
    bool moves = true;
    for (auto& summand : rule.summands) {
      summand[coordinate] = variable(coordinate);
      bool same = true;
      for (Variable v = 0; v < summand.size(); ++v) same = same && summand[v] == variable(v);
      moves = moves && !same;
    }
    if (moves) options.push_back(std::move(rule));
  }
  rules.options = std::move(options);
  rules.symmetric.clear();
  if (!check(rules).empty()) return std::nullopt;
  return rules;
}

void compare(const Rules& rules, const std::vector<Variable>& fixed, const Position& position,
             const std::optional<Rules>& left) {
  ASSERT_TRUE(left) << grundy::to_string(position);
  const Position rest = without(fixed, position);
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    oracle::Oracle whole(rules, convention);
    oracle::Oracle part(*left, convention);
    const auto options = whole.options(position);
    const auto fewer = part.options(rest);
    ASSERT_TRUE(options && fewer);
    std::vector<oracle::Sum> projected;
    for (oracle::Sum sum : *options) {
      for (Position& summand : sum) summand = without(fixed, summand);
      projected.push_back(std::move(sum));
    }
    ASSERT_EQ(projected, *fewer) << grundy::to_string(position);
    const auto expected = whole.outcome(position);
    const auto found = part.outcome(rest);
    ASSERT_EQ(static_cast<bool>(expected), static_cast<bool>(found)) << grundy::to_string(position);
    if (!expected) continue;
    ASSERT_EQ(*expected, *found) << grundy::to_string(position);
  }
}

TEST(Fixed, RandomGamesAreTheSameWithFewerCoordinates) {
  std::size_t games = 0;
  support::for_random_rules(/*first=*/1729, /*count=*/100, [&](const Rules& random) {
    if (random.dimensions() == 1) return;
    const auto rules = frozen(random, random.options.size() % random.dimensions());
    if (!rules || !support::is_easy(*rules)) return;
    const std::vector<Variable> fixed = fixed_coordinates(*rules);
    if (fixed.empty()) return;  // every coordinate is
    ++games;
    const Box box = support::oracle_box(*rules);
    std::map<Position, std::optional<Rules>> left;  // by the values of fixed coordinates
    for (std::uint64_t rank = 0; rank < *box.volume() && !testing::Test::HasFailure(); ++rank) {
      const Position position = box.position(rank);
      Position key = position;
      for (Variable v = 0; v < key.size(); ++v)
        if (!std::ranges::binary_search(fixed, v)) key[v] = 0;
      auto [at, is_new] = left.try_emplace(key);
      if (is_new) at->second = with_fixed(*rules, fixed, position);
      compare(*rules, fixed, position, at->second);
    }
  });
  EXPECT_GE(games, 25u);
}

}  // namespace
}  // namespace grundy::rules
