// Proofs that play ends, and their absence.
#include "rules/proofs/termination.hpp"

#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Box box_to(const Rules& rules, const Position& high) {
  Box box{{}, high};
  for (const Coordinate& coordinate : rules.coordinates) box.low.push_back(coordinate.low);
  return box;
}

Box closed(const std::string& text, const Position& high) {
  const Rules rules = parsed(text);
  const auto proof = closure(rules, box_to(rules, high));
  if (const auto* box = std::get_if<Box>(&proof)) return *box;
  ADD_FAILURE() << std::get<Complaint>(proof).message;
  return {};
}

Descent descends(const std::string& text, const Position& high) {
  const Rules rules = parsed(text);
  const auto proof = descent(rules, box_to(rules, high));
  if (const auto* descent = std::get_if<Descent>(&proof)) return *descent;
  ADD_FAILURE() << std::get<Complaint>(proof).message;
  return {};
}

// Where play comes back, endless_play_test.cpp.
TEST(EndlessGrowth, IsRefusedAndTheRuleIsNamed) {
  const auto refused = [](const std::string& rule) {
    return AllOf(HasSubstr("play might never end"), HasSubstr(rule));
  };
  EXPECT_THAT(mistakes("game g(n) (n) -> (n + 1)"), refused("(n) -> (n + 1)"));
  EXPECT_THAT(mistakes("game g(a, b) (a, b) -> (a + 1, b)\n(a, b) -> (a, b - 1)"),
              refused("(a, b) -> (a + 1, b)"));
}

TEST(EndlessPlay, FarAwayIsFound) {
  EXPECT_THAT(mistakes("game g(n) (n) -> (n + 3000) when n < 10\n(n) -> (n - 3000)"),
              HasSubstr("play from (0) need not end: (0) -> (3000) -> (0)"));
}

TEST(EndlessPlay, OneStepFromItIsFine) {
  parsed("game g(n) (n) -> (floor(n / 2)) when n >= 1");
  parsed("game g(n in 0..9) (n) -> (n + 1)");
  parsed("game g(n) (n) -> (n - 1) + (n - 1)");
  parsed("game g(a, b) (a, b) -> (b, a) when b < a and a < b");
}

TEST(Descents, ByWeights) {
  const Descent both =
      descends("game g(a, b) (a, b) -> (a - 2, b + 1)\n(a, b) -> (a + 1, b - 2)", {20, 20});
  EXPECT_TRUE(both.scan.empty());
  EXPECT_THAT(both.weights, ElementsAre(1, 1));
  const Descent uneven =
      descends("game g(a, b) (a, b) -> (a - 1, b + 1)\n(a, b) -> (a + 2, b - 3)", {20, 20});
  ASSERT_EQ(uneven.weights.size(), 2u);
  EXPECT_GT(uneven.weights[0], uneven.weights[1]);
  EXPECT_LT(2 * uneven.weights[0], 3 * uneven.weights[1]);
  const Descent total =
      descends("game g(a, b) (a, b) -> (a - i, b - j) for i >= 0, j >= 0 when i + j >= 1", {9, 9});
  EXPECT_THAT(total.weights, ElementsAre(1, 1));
}

TEST(Descents, ByScanOrder) {
  const Descent piles = descends(
      "game g(a, b) (a, b) -> (a - 1, j) for j in 0 .. 9\n"
      "(a, b) -> (a, b - 1)",
      {9, 9});
  ASSERT_EQ(piles.scan.size(), 2u);
  EXPECT_EQ(piles.scan[0].axis, 0u);
  EXPECT_TRUE(piles.scan[0].ascending && piles.scan[1].ascending);
  const Descent up = descends("game g(n in 0..9) (n) -> (n + k) for k >= 1", {9});
  ASSERT_EQ(up.scan.size(), 1u);
  EXPECT_FALSE(up.scan[0].ascending);
  EXPECT_THAT(up.weights, ElementsAre(-1));
}

TEST(Descents, Trends) {
  const Descent descent = descends(
      "game g(a, b, c, d in 0..5) (a, b, c, d) -> (a - 1, b + 1, c, d + 1)\n"
      "(a, b, c, d) -> (a - 1, b - 1, c, d)",
      {5, 5, 5, 5});
  ASSERT_EQ(descent.trends.size(), 4u);
  EXPECT_TRUE(!descent.trends[0].rises && descent.trends[0].falls);
  EXPECT_TRUE(descent.trends[1].rises && descent.trends[1].falls);
  EXPECT_TRUE(!descent.trends[2].rises && !descent.trends[2].falls);
  EXPECT_TRUE(descent.trends[3].rises && !descent.trends[3].falls);
}

TEST(Closures, AreTheBoxWhereNothingRises) {
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b)", {7, 9}).high, ElementsAre(7, 9));
}

TEST(Closures, FollowWhatMovesKeep) {
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b + 1)", {7, 9}).high, ElementsAre(7, 16));
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 2, b + 1)", {7, 9}).high, ElementsAre(7, 12));
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b + 2)", {7, 9}).high, ElementsAre(7, 23));
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b + 5)", {7, 9}).high, ElementsAre(7, 44));
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b + 3)", {7, 9}).high, ElementsAre(7, 30));
  EXPECT_THAT(closed("game g(a in 2.., b) (a, b) -> (a - 1, b + 1)", {7, 9}).high,
              ElementsAre(7, 14));
}

TEST(Closures, EndAtDeclaredRangesAndConditions) {
  EXPECT_THAT(closed("game g(n in 0..20) (n) -> (n + 1)", {5}).high, ElementsAre(20));
  EXPECT_THAT(closed("game g(n) (n) -> (n + 1) when n < 12", {5}).high, ElementsAre(12));
  EXPECT_THAT(closed("game g(s, c) (s, c) -> (s, c + k) for k in 1 .. s - c", {9, 3}).high,
              ElementsAre(9, 9));
}

// However small a step is, and whatever else is declared.
TEST(Closures, EndWhereAnotherCoordinateIs) {
  EXPECT_THAT(closed("game g(z, p) (z, p) -> (z + 1, p) when z < p", {0, 100}).high,
              ElementsAre(100, 100));
  EXPECT_THAT(closed("game g(z, p) (z, p) -> (z + k, p) for k in 1 .. min(2, p - z)", {3, 70}).high,
              ElementsAre(70, 70));
  EXPECT_THAT(
      closed("game g(z in 0..1000000, p) (z, p) -> (z + k, p) for k in 1 .. min(3, p - z)", {5, 90})
          .high,
      ElementsAre(90, 90));
  EXPECT_THAT(closed("game g(y, z, p) (y, z, p) -> (y, z + 1, p) when z < p "
                     "(y, z, p) -> (y + 1, z, p) when y < z",
                     {0, 0, 40})
                  .high,
              ElementsAre(40, 40, 40));
}

TEST(Closures, AreBoundedByWeightsThatALinearProgramFinds) {
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b + 7)", {7, 9}).high, ElementsAre(7, 58));
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 3, b + 100)", {7, 9}).high, ElementsAre(7, 242));
}

TEST(Closures, AreBoundedByWeightsThatFallAlongARangeWithAnEnd) {
  EXPECT_THAT(closed("game g(a, b, c in -3 .. 3) (a, b, c) -> (a - 1, b - 3, c - 1)\n"
                     "(a, b, c) -> (a, b + 2, c + 3)",
                     {11, 4, 3})
                  .high,
              ElementsAre(11, 8, 3));
}

TEST(Closures, AreBoundedByCountingTheMovesThatRaise) {
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, b + a)", {7, 9}).high, ElementsAre(7, 58));
  EXPECT_THAT(closed("game g(a, b) (a, b) -> (a - 1, 2 * b)", {5, 3}).high, ElementsAre(5, 96));
}

TEST(Closures, AreAllPositionsWhereNothingIsProved) {
  EXPECT_THAT(closed("game g(a in 0..50, b in 0..60) (a, b) -> (i, j) for i in 0..50, j in 0..60 "
                     "when (i * i + j) mod 7 < (a * a + b) mod 7",
                     {3, 4})
                  .high,
              ElementsAre(50, 60));
}

TEST(Descents, ByLargeWeights) {
  const Descent large =
      descends("game g(a, b) (a, b) -> (a - 2, b + 13)\n(a, b) -> (a + 2, b - 15)", {20, 200});
  ASSERT_EQ(large.weights.size(), 2u);
  EXPECT_GT(2 * large.weights[0], 13 * large.weights[1]);
  EXPECT_LT(2 * large.weights[0], 15 * large.weights[1]);
}

TEST(Descents, ByCases) {
  EXPECT_TRUE(descends("game g(n) (n) -> (max(n - 1, 0)) when n >= 1", {20}).is_proved());
  EXPECT_THAT(
      descends("game g(a, b) (a, b) -> (max(a - k, b), min(a - k, b)) for k >= 1", {9, 9}).weights,
      ElementsAre(1, 1));
}

}  // namespace
}  // namespace grundy::rules
