// Which end of its runs a rule keeps in place.
#include <gtest/gtest.h>

#include "compile/compile.hpp"
#include "rules/language/parser.hpp"

namespace grundy::compile {
namespace {

using kernels::Anchor;

std::vector<Anchor> anchors(const std::string& text, std::size_t dimensions) {
  const auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << games.error().message;
  const Box box{Position(dimensions, 0), Position(dimensions, 30)};
  const auto compiled = compile(games->front(), box, Outputs::ranks);
  EXPECT_TRUE(compiled) << compiled.error().message;
  std::vector<Anchor> result;
  for (const auto& rule : compiled->program().rules) result.push_back(rule.anchor);
  return result;
}

using Anchors = std::vector<Anchor>;

TEST(Anchor, OfRunsThatBeginOrEndSomewhereFixed) {
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (i, b) for i in 0 .. a - 1", 2),
            Anchors{Anchor::first});
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (a - k, b) for k >= 1", 2), Anchors{Anchor::last});
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (a, b + k) for k in 1 .. 30 - b", 2),
            Anchors{Anchor::last});
}

TEST(Anchor, OfDiagonals) {
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (a - k, b - k) for k >= 1", 2), Anchors{Anchor::last});
}

TEST(Anchor, OneOfSeveralLimitsIsEnough) {
  EXPECT_EQ(anchors("game g(s, c) (s, c) -> (s, c + k) for k in 1 .. min(c * c, s - c)", 2),
            Anchors{Anchor::last});
}

TEST(Anchor, NoneWhereBothEndsMove) {
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (a - k, b) for k in 1 .. 3", 2),
            Anchors{Anchor::last});  // for a <= 3, where a is the limit
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (a - k * b, b) for k >= 1 when b >= 1", 2),
            Anchors{Anchor::none});
  EXPECT_EQ(anchors("game g(a) (a) -> (i) + (a - i) for i in 1 .. a - 1", 1),
            Anchors{Anchor::none});
  EXPECT_EQ(anchors("game g(a) (a) -> (a - k) for k in squares", 1), Anchors{Anchor::none});
}

TEST(Anchor, NoneOfRulesWithLoops) {
  EXPECT_EQ(anchors("game g(a, b) (a, b) -> (i, j) for i in 0 .. a - 1, j in 0 .. b", 2),
            Anchors{Anchor::none});
}

}  // namespace
}  // namespace grundy::compile
