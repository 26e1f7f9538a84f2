// Games whose options have positions of other games: what they become, and what is said about those
// that are wrong.
#include <gmock/gmock.h>

#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "rules/proofs/interleaved.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The first game of the text.
Rules first(const std::string& text, const Parameters& overrides = {}) {
  auto games = parse(text, "test", overrides);
  EXPECT_TRUE(games) << (games ? "" : games.error().message) << "\nin:\n" << text;
  return games ? std::move(games->front()) : Rules();
}

std::string text_of(const Rules& rules, const oracle::Sum& sum) {
  std::string text;
  for (const Position& position : sum)
    text += (text.empty() ? "" : " + ") + rules.position_text(position);
  return text.empty() ? "()" : text;
}

// The options of a position of the first game, by the oracle.
std::vector<std::string> options(const std::string& text, const Position& written,
                                 const Parameters& overrides = {}) {
  const Rules rules = first(text, overrides);
  const auto found = oracle::options(rules, rules.from_written(written));
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  std::vector<std::string> texts;
  if (found)
    for (const oracle::Sum& sum : *found) texts.push_back(text_of(rules, sum));
  return texts;
}

std::vector<std::uint32_t> nimbers(const Rules& rules, std::int64_t count) {
  oracle::Oracle oracle(rules, Convention::normal);
  std::vector<std::uint32_t> all;
  for (std::int64_t n = 0; n < count; ++n) {
    const auto value = oracle.nimber_by_xor(rules.from_written({n}));
    EXPECT_TRUE(value) << (value ? "" : value.error().message);
    all.push_back(value ? *value : 99);
  }
  return all;
}

TEST(JointGames, PositionsOfOtherGamesAreParts) {
  const std::string two =
      "game rings(n)\n(n) -> rows(n - 1)\n(n) -> rows(i) + (n - 1 - i) for i in 1 .. n - 1\n"
      "game rows(n)\n(n) -> (n - 1)\n";
  EXPECT_THAT(options(two, {3}), ElementsAre("(0) + rows(2)", "(1) + rows(1)", "rows(2)"));
  EXPECT_THAT(options(two, {0}), IsEmpty());
  EXPECT_THAT(options("game g(n) (n) -> kayles(n - 1)", {1}), ElementsAre("kayles(0)"));
  EXPECT_THAT(options("game g(n) (n) -> 0.137(n - 1) + 4.7(n - 2)", {2}),
              ElementsAre("0.137(1) + 4.7(0)"));
}

TEST(JointGames, AGameMayNameItselfAndThoseThatNameIt) {
  const std::string mutual =
      "game a(n)\n(n) -> b(n - 1)\n(n) -> a(n - 2)\ngame b(n)\n(n) -> a(n - 1) + b(n - 1)\n";
  EXPECT_THAT(options(mutual, {2}), ElementsAre("(0)", "b(1)"));
  const Rules rules = first(mutual);
  ASSERT_TRUE(rules.joint);
  ASSERT_EQ(rules.joint->members.size(), 2u);
  EXPECT_EQ(nimbers(rules, 8), (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 1}));
  EXPECT_FALSE(first("game g(n) (n) -> (n - 1)").joint);
  EXPECT_FALSE(first("game g(n) (n) -> g(n - 1) + (n - 2)").joint);
  EXPECT_THAT(options("game g(n) (n) -> g(n - 1) + (n - 2)", {3}), ElementsAre("(1) + (2)"));
}

TEST(JointGames, ParametersArePassedOn) {
  const std::string text =
      "game g(n)\nparam k = 2\nparam T = {1, 3}\n"
      "(n) -> bash(n; m=k + 1) + subtraction(n; S=T) when n = 4\n";
  const Rules rules = first(text);
  ASSERT_EQ(rules.joint->members.size(), 3u);
  EXPECT_EQ(rules.joint->members[1].given, (Parameters{{"m", 3}}));
  EXPECT_EQ(rules.joint->members[2].given, (Parameters{{"S", std::vector<std::int64_t>{1, 3}}}));
  EXPECT_EQ(first(text, {{"k", 6}}).joint->members[1].given, (Parameters{{"m", 7}}));
  // Different parameters make different games; equal ones do not.
  EXPECT_EQ(first("game g(n) (n) -> bash(n - 1; m=2) + bash(n - 1; m=2) + bash(n - 1)")
                .joint->members.size(),
            3u);
}

TEST(JointGames, AGameThatIsNamedBackKeepsItsParameters) {
  const std::string text =
      "game a(n)\nparam m = 1\n(n) -> (n - k) for k in 1 .. m\n(n) -> b(n - 1)\n"
      "game b(n)\n(n) -> a(n - 1)\n";
  const Rules rules = first(text, {{"m", 3}});
  EXPECT_EQ(rules.joint->members.size(), 2u);
  EXPECT_THAT(options(text, {3}, {{"m", 3}}), ElementsAre("(0)", "(1)", "(2)", "b(2)"));
}

TEST(JointGames, EachKeepsItsRangesWhereAndEndings) {
  const std::string text =
      "game a(n in 1..)\n(n) -> b(n - 1)\n(n) -> (n - 1)\n"
      "game b(n in -2..4)\nwhere n != 2\nlost when n = 3\n(n) -> a(n)\n(n) -> (n - 1)\n";
  EXPECT_THAT(options(text, {1}), ElementsAre("b(0)"));
  EXPECT_THAT(options(text, {3}), ElementsAre("(2)"));  // b(2) is no position
  EXPECT_THAT(options(text, {5}), ElementsAre("(4)", "b(4)"));
  EXPECT_THAT(options(text, {6}), ElementsAre("(5)"));
  const Rules rules = first(text);
  const auto of_b = [&](std::int64_t n) {
    std::vector<std::string> texts;
    const auto found = oracle::options(rules, {1, n});
    for (const oracle::Sum& sum : *found) texts.push_back(text_of(rules, sum));
    return texts;
  };
  EXPECT_THAT(of_b(4), ElementsAre("(4)", "b(3)"));
  EXPECT_THAT(of_b(3), IsEmpty());             // lost
  EXPECT_THAT(of_b(0), ElementsAre("b(-1)"));  // (0) is none of a
}

TEST(JointGames, MayHaveDifferentNumbersOfCoordinates) {
  const std::string text =
      "game spider(a, b)\nsymmetric (a, b)\n(a, b) -> kayles(a) + kayles(b)\n"
      "(a, b) -> (a - 1, b) + kayles(a - 1)\n(a, b) -> three_pile(a, b - 1, b - 1)\n";
  EXPECT_THAT(options(text, {2, 1}),
              testing::UnorderedElementsAre("kayles(1) + kayles(2)", "(1, 1) + kayles(1)",
                                            "(2, 0) + kayles(0)", "three_pile(2, 0, 0)",
                                            "three_pile(1, 1, 1)"));
}

TEST(JointGames, SumsOfVariableLengthMayBeOfOthers) {
  EXPECT_THAT(options("game g(n) (n) -> 2 * nim(n - 1) + (0) when n >= 1", {3}),
              ElementsAre("(0) + nim(2) + nim(2)"));
  EXPECT_THAT(options("game g(n) (n) -> sum of nim(j) over j in i .. n - 1 for i in 1 .. n", {3}),
              ElementsAre("()", "nim(1) + nim(2)", "nim(2)"));
}

TEST(JointGames, SymmetryLeavesOthersAsTheyAreWritten) {
  const std::string text =
      "game g(a, b)\nsymmetric (a, b)\n(a, b) -> h(a - 1, 2 * b)\n"
      "game h(a, b)\n(a, b) -> (a - 1, b)\n";
  EXPECT_THAT(options(text, {3, 5}), ElementsAre("h(2, 10)", "h(4, 6)"));
}

TEST(JointGames, TheTextIsComplete) {
  const std::string text =
      "game unused(n)\n(n) -> (n - 1)\n\n# The first.\ngame a(n)\n(n) -> b(n - 1)\n\n"
      "game b(n)\n(n) -> a(n - 1)\n(n) -> kayles(n - 1)\n";
  const auto games = parse(text, "test");
  ASSERT_TRUE(games) << games.error().message;
  ASSERT_EQ(games->size(), 3u);
  const Rules& a = (*games)[1];
  EXPECT_THAT(a.text, Not(HasSubstr("unused")));
  const Rules again = first(a.text);
  EXPECT_EQ(again.name, "a");
  EXPECT_EQ(again.text, a.text);
  EXPECT_EQ(nimbers(again, 20), nimbers(a, 20));
}

TEST(JointGames, TheCatalogueIsLookedAtAfterTheFile) {
  EXPECT_THAT(options("game g(n) (n) -> kayles(n)\ngame kayles(n) (n) -> (n - 1)", {5}),
              ElementsAre("kayles(5)"));
  const Rules rules = first("game g(n) (n) -> kayles(n)\ngame kayles(n) (n) -> (n - 1)");
  EXPECT_EQ(nimbers(rules, 6), (std::vector<std::uint32_t>{1, 0, 1, 0, 1, 0}));
}

TEST(JointGames, OneHeapSaysTheSame) {
  for (const auto* name : {"node_kayles_p3", "kayles_ring"}) {
    const auto joint = load(name);
    ASSERT_TRUE(joint) << joint.error().message;
    const auto one = interleaved(*joint);
    ASSERT_TRUE(one) << name;
    const auto games = static_cast<std::int64_t>(joint->joint->members.size());
    oracle::Oracle of_joint(*joint, Convention::normal);
    oracle::Oracle of_one(*one, Convention::normal);
    for (std::int64_t n = 1; n < 40; ++n)
      for (std::int64_t game = 0; game < games; ++game) {
        const auto a = of_joint.nimber_by_xor({game, n});
        const auto b = of_one.nimber_by_xor({games * n + games - 1 - game});
        ASSERT_TRUE(a && b) << name << ' ' << game << ' ' << n;
        EXPECT_EQ(*a, *b) << name << ' ' << game << ' ' << n;
      }
    EXPECT_EQ(one->from_written({7}), Position{games * 7 + games - 1});
    EXPECT_EQ(one->position_text(one->from_written({7})), "(7)");
  }
  EXPECT_FALSE(interleaved(*load("kayles_spider")));
}

TEST(JointGames, TheirOrderDoesNotMatterForProofs) {
  const std::string a = "game a(n) (n) -> b(n + 1)\n";
  const std::string b = "game b(n) (n) -> a(n - 2)\n(n) -> c(n)\n";
  const std::string c = "game c(n) (n) -> (n - 1)\n";
  for (const std::string& text : {a + b + c, b + c + a, c + b + a}) {
    const auto games = parse(text, "test");
    ASSERT_TRUE(games) << games.error().message;
    for (const Rules& rules : *games) {
      const Proved<Box> closed = closure(rules, rules.low_box(10));
      EXPECT_TRUE(std::holds_alternative<Box>(closed)) << rules.name;
    }
  }
}

TEST(JointGames, PlayThatComesBackIsShownWithItsGames) {
  EXPECT_THAT(mistakes("game a(n) (n) -> b(n)\ngame b(n) (n) -> a(n)"),
              HasSubstr("play from a(0) need not end: a(0) -> b(0) -> a(0)"));
  EXPECT_THAT(mistakes("game a(n) (n) -> b(n + 1)\ngame b(n) (n) -> a(n - 1)"),
              HasSubstr("need not end: a(0) -> b(1) -> a(0)"));
  EXPECT_THAT(mistakes("game a(n) (n) -> nim(n + 1)\n(n) -> (n + 1)"),
              HasSubstr("play might never end"));
}

TEST(JointGames, Mistakes) {
  const std::vector<std::pair<std::string, std::string>> all{
      {"game g(n) (n) -> kales(n - 1)", "t:1:18: there is no game `kales` in this file or the"},
      {"game g(n) (n) -> kales(n - 1)", "did you mean `kayles`?"},
      {"game g(n) (n) -> three_pile(n - 1)",
       "t:1:18: a position of `three_pile` has 3 coordinates, this has 1"},
      {"game g(n) (n) -> kayles(n - 1, 2)", "a position of `kayles` has 1 coordinate, this has 2"},
      {"game g(n) (n) -> bash(n - 1; q=3)",
       "t:1:30: `bash` has no parameter `q`; its parameters are m"},
      {"game g(n) (n) -> kayles(n - 1; q=3)", "`kayles` has no parameter `q`; it has none"},
      {"game g(n) (n) -> bash(n - 1; m=3, m=4)", "`m` is given twice"},
      {"game g(n) (n) -> bash(n - 1; m={3, 4})", "`m` was given a set, but is a number"},
      {"game g(n) (n) -> bash(n - 1; m=n)", "a parameter must be constant"},
      {"game g(n) (n) -> bash(n - 1; 3)", "expected the name of a parameter"},
      {"game g(n) (n) -> kayles()", "expected a number, a name or `(`, found `)`"},
      {"game g(n) (n) -> kayles(n - 1) * 2", "how often a position occurs comes first"},
      {"game g(n) falls n (n) -> kayles(n - 1)", "`falls` does not go with positions of other"},
      {"game g(n) (n) -> 2 * h(n - 1)\ngame h(n) where n != 3 (n) -> (n - 1)",
       "`where` does not go with sums of variable length"},
      {"game g(n) (n) -> h(n - 1)\ngame h(n) (n) -> (n - lcm(n, 2))",
       "t:2:23: there is no function `lcm`"},
      {"game g(n) (n) -> h(n - 1; m=0)\ngame h(n in 0 .. 9) param m = 3 (n) -> (floor(n / m))",
       "`h` cannot be played like this"},
      {"game g(n) (n) -> (n - 1);\n(n) -> (n - 2)", "statements need nothing between them"},
      {"game g(n) (n) -> h(n, m - 1)\ngame h(a, b) (a, b) -> (a - 1, b)",
       "there is no coordinate, binder or parameter `m`"},
      {"game g(n) (n) -> h(n - 1; m=m + 1)\nparam m = 1\n"
       "game h(n) param m = 1 (n) -> h(n - 1; m=m + 1)",
       "play leads through more than 64 games"},
  };
  for (const auto& [text, message] : all) EXPECT_THAT(mistakes(text), HasSubstr(message)) << text;
}

TEST(JointGames, AMistakeOfAnotherGameIsReportedOnce) {
  const std::string said = mistakes("game g(n) (n) -> h(n - 1)\ngame h(n) (n) -> (n)");
  EXPECT_THAT(said, HasSubstr("t:2:11: play from (0) need not end"));
  EXPECT_EQ(said.find("need not end"), said.rfind("need not end"));
}

}  // namespace
}  // namespace grundy::rules
