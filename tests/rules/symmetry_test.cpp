#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// Every rule as "(x, y) + (z, u)", its coordinates printed.
std::vector<std::string> options(const std::string& text) {
  const Rules rules = parsed(text);
  std::vector<std::string> all;
  for (const OptionRule& rule : rules.options) {
    std::string sum;
    for (const auto& summand : rule.summands) {
      sum += sum.empty() ? "(" : " + (";
      for (std::size_t axis = 0; axis < summand.size(); ++axis)
        sum += (axis > 0 ? ", " : "") + to_string(summand[axis], rules.variable_names(rule));
      sum += ")";
    }
    all.push_back(sum);
  }
  return all;
}

TEST(Symmetry, ARuleStandsForAllItsPermutations) {
  EXPECT_THAT(options("game g(a, b, c) symmetric (a, b, c) (a, b, c) -> (a - k, b, c) for k >= 1"),
              ElementsAre("(a - k, b, c)", "(a, b - k, c)", "(a, b, c - k)"));
}

TEST(Symmetry, EqualPermutationsCountOnce) {
  EXPECT_THAT(
      options("game g(a, b, c) symmetric (a, b, c) (a, b, c) -> (a - k, b - k, c) for k >= 1"),
      ElementsAre("(a - k, b - k, c)", "(a - k, b, c - k)", "(a, b - k, c - k)"));
}

TEST(Symmetry, HoldsForRulesAboveAndBelowIt) {
  EXPECT_THAT(options("game g(a, b) (a, b) -> (a - 1, b) symmetric (a, b) (a, b) -> (a - 2, b)"),
              ElementsAre("(a - 1, b)", "(a, b - 1)", "(a - 2, b)", "(a, b - 2)"));
}

TEST(Symmetry, GroupsArePermutedSeparately) {
  EXPECT_THAT(options("game g(a, x, b, y) symmetric (a, b) symmetric (y, x) "
                      "(a, x, b, y) -> (a - 1, x - 2, b, y)"),
              UnorderedElementsAre("(a - 1, x - 2, b, y)", "(a, x - 2, b - 1, y)",
                                   "(a - 1, x, b, y - 2)", "(a, x, b - 1, y - 2)"));
}

TEST(Symmetry, BoundsAndConditionsArePermutedToo) {
  const Rules rules = parsed(
      "game g(a, b) symmetric (a, b) (a, b) -> (a - k, b) for k in b + 1 .. 2 * b when a > b");
  ASSERT_EQ(rules.options.size(), 2u);
  const OptionRule& image = rules.options[1];
  const auto names = rules.variable_names(image);
  EXPECT_EQ(to_string(image.binders[0].low, names), "a + 1");
  EXPECT_EQ(to_string(*image.binders[0].high, names), "2 * a");
  EXPECT_EQ(to_string(image.when, names), "b > a");
}

TEST(Symmetry, EndingsArePermutedToo) {
  const Rules rules =
      parsed("game g(a, b) symmetric (a, b) (a, b) -> (a - 1, b) lost when a = 3 won when a = b");
  ASSERT_EQ(rules.endings.size(), 3u);
  EXPECT_EQ(to_string(rules.endings[0].when, a_and_b), "a = 3");
  EXPECT_EQ(to_string(rules.endings[1].when, a_and_b), "b = 3");
  EXPECT_EQ(rules.endings[2].outcome, Outcome::N) << "a = b and b = a are one ending";
}

TEST(Symmetry, WhatCommutesIsNotWrittenTwice) {
  EXPECT_EQ(options("game g(a, b) symmetric (a, b) (a, b) -> (a - 1, b) + (a, b - 1)").size(), 1u);
  EXPECT_EQ(options("game g(a, b) symmetric (a, b) "
                    "(a, b) -> (a - 1, b - 1) when a + b > 3 and min(a, b) = a * b")
                .size(),
            1u);
  EXPECT_EQ(
      options("game g(a, b) symmetric (a, b) (a, b) -> (a - i, b - j) for i >= 1, j >= 1").size(),
      1u)
      << "i and j may change places";
  EXPECT_EQ(
      options("game g(a, b) symmetric (a, b) (a, b) -> (a - i, b - j) for i >= 1, j >= 2").size(),
      2u);
}

TEST(Symmetry, RulesWrittenTwiceCountOnce) {
  EXPECT_THAT(options("game g(n) (n) -> (n - 1) (n) -> (n - 2) (n) -> (n - 1)"),
              ElementsAre("(n - 1)", "(n - 2)"));
}

TEST(Symmetry, TheWrittenOutRulesAreLimited) {
  EXPECT_EQ(mistakes("game g(a, b, c, d, e, f, u, v)\n  symmetric (a, b, c, d, e, f, u, v)\n"
                     "  (a, b, c, d, e, f, u, v) -> (a - 1, b - 2, c - 3, d - 4, e - 5, f - 6, "
                     "u - 7, v - 8)\n"),
            "t:3:3: written out for all permutations, the game becomes too large\n"
            "      (a, b, c, d, e, f, u, v) -> (a - 1, b - ...\n"
            "      ^\n"
            "  at most 4096 rules with 100000 numbers, names and operations");
}

}  // namespace
}  // namespace grundy::rules
