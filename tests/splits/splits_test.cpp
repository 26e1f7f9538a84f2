// Rules recognised as splits and steps by what they mean, however they are written.
#include "methods/splits/splits.hpp"

#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::split {
namespace {

Splits splits_of(const std::string& text) {
  const auto found = recognise_splits(rules::parsed(text));
  EXPECT_TRUE(found) << found.error().message << "\n" << text;
  return *found;
}

std::string refusal(const std::string& text) {
  const auto found = recognise_splits(rules::parsed(text));
  EXPECT_FALSE(found) << text;
  return found ? "" : found.error().message;
}

// A rule of a game with coordinates a in 0.. and b in 2.. .
std::string with(const std::string& rule) {
  return "game g(a, b in 2..)\n(a, b) -> " + rule + "\n";
}

struct Writing {
  std::string rule;
  Split split;
};

TEST(TileRules, OneSplitInManyWritings) {
  const Split halves{0, 0, 1, false};
  const Split unequal{0, 0, 1, true};
  const Split taken{0, 3, 0, false};
  const Split of_b{1, 1, 2, false};
  const std::vector<Writing> writings{
      {"(i, b) + (a - i, b) for i in 1 .. a - 1", halves},
      {"(a - i, b) + (i, b) for i in 1 .. a - 1", halves},
      {"(i, b) + (a - i, b) for i in 1 .. floor(a / 2)", halves},
      {"(i + 1, b) + (a - i - 1, b) for i in 0 .. floor(a / 2) - 1", halves},
      {"(i, b) + (a - i, b) for i in 1 .. floor((a - 1) / 2)", unequal},
      {"(i, b) + (a - i, b) for i in 1 .. ceil(a / 2) - 1", unequal},
      {"(i, b) + (a - i - 3, b) for i >= 0", taken},
      {"(i, b) + (a - 3 - i, b) for i in 0 .. a - 3", taken},
      {"(i, b) + (a - 3 - i, b) for i in 0 .. floor((a - 3) / 2)", taken},
      {"(i, b) + (a - 3 - i, b) for i in 0 .. floor((a - 1) / 2) - 1", taken},
      {"(a, i) + (a, b - 1 - i) for i >= 0", of_b},
      {"(a, i) + (a, b - 1 - i) for i in 1 .. b - 1", of_b},
      {"(a, i) + (a, b - 1 - i) for i in 2 .. floor((b - 1) / 2)", of_b}};
  for (const auto& [rule, split] : writings)
    EXPECT_THAT(splits_of(with(rule)).splits, testing::ElementsAre(split)) << rule;
}

TEST(TileRules, StepsByConstantsAndSmallSets) {
  const std::string split = "(a, b) -> (i, b) + (a - i, b) for i in 1 .. a - 1\n";
  const Splits found = splits_of(with("(a - 2, b - 1)") + "(a, b) -> (a, b - k) for k in {1, 4}\n" +
                                 "(a, b) -> (a - k, b) for k in 1 .. 2\n" + split + split);
  EXPECT_THAT(found.steps,
              testing::ElementsAre(Step{2, 1}, Step{0, 1}, Step{0, 4}, Step{1, 0}, Step{2, 0}));
  EXPECT_EQ(found.splits.size(), 1u);
}

TEST(TileRules, SymmetryIsKept) {
  const Splits found = splits_of(
      "game g(a, b)\nsymmetric (a, b)\n(a, b) -> (i, b) + (a - i, b) for i in 1 .. a - 1");
  EXPECT_THAT(found.splits,
              testing::UnorderedElementsAre(Split{0, 0, 1, false}, Split{1, 0, 1, false}));
  EXPECT_EQ(found.symmetric, (std::vector<std::vector<std::size_t>>{{0, 1}}));
}

TEST(TileRules, WhateverDiffersIsRefused) {
  for (const std::string rule :
       {"(i, b) + (a - i, b) for i in 1 .. a - 2",
        "(i, b) + (a - i, b) for i in 1 .. a - 1 when b > 3",
        "(i, b) + (a - i, b - 1) for i in 1 .. a - 1",
        "(i, b) + (a - i, b) for i in 1 .. min(a - 1, 5)",
        "(i, b) + (a - 2 - i, b) for i in {1, 2}", "(i, b) + (a - 2 * i, b) for i >= 1",
        "(i, b) + (a - i, b) for i in 1 .. floor(a / 3)",
        "(i, b) + (a - i, b) for i in 1 .. floor((a - 2) / 2)",
        "(i, b) + (i, b) for i in 0 .. a - 1", "(a - k, b) for k >= 1",
        "(a - k, b + k) for k in {1, 2}", "()",
        "(i, b) + (j, b) + (a - i - j, b) for i in 1 .. a - 2, j in 1 .. a - 1 - i"})
    EXPECT_EQ(refusal(with(rule)), "line 2 is neither a split nor a step") << rule;
  EXPECT_EQ(refusal("game g(n)\n(n) -> (i) + (n - i) for i in 1 .. n - 1"),
            "there is one coordinate only");
  EXPECT_EQ(refusal(with("(a - 1, b)")), "no rule is a split");
}

}  // namespace
}  // namespace grundy::split
