// What the parser makes of sound text.
#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using Kind = NumberSet::Kind;

Binder binder(const std::string& domain) {
  const Rules rules = parsed(
      "game g(n, m) param S = {7, 2, 5, 2} param p = 3\n"
      "(n, m) -> (n - k, m) for k " +
      domain);
  return rules.options.at(0).binders.at(0);
}

TEST(Structure, AGameHasAllItsParts) {
  const Rules rules = parsed(R"(# About the game.
game wythoff(a, b)
  "Two piles."
  symmetric (a, b)
  misere
  param m = 3
  (a, b) -> (a - k, b)   # one pile
            for k in 1 .. m  when a > b
  won when a = 9 and b = 9
)");
  EXPECT_EQ(rules.name, "wythoff");
  EXPECT_EQ(rules.description, "Two piles.");
  EXPECT_THAT(rules.coordinate_names(), ElementsAre("a", "b"));
  EXPECT_THAT(rules.symmetric, ElementsAre(ElementsAre(0u, 1u)));
  EXPECT_EQ(rules.convention, Convention::misere);
  EXPECT_EQ(rules.parameters, (Parameters{{"m", 3}}));
  EXPECT_EQ(rules.source, "test");
  ASSERT_EQ(rules.options.size(), 2u);
  EXPECT_EQ(rules.options[0].text, "(a, b) -> (a - k, b) for k in 1 .. m when a > b");
  EXPECT_EQ(rules.options[0].place.line, 7u);
  EXPECT_EQ(rules.options[0].place.column, 3u);
  EXPECT_EQ(rules.options[1].text, rules.options[0].text);
  ASSERT_EQ(rules.endings.size(), 1u);
  EXPECT_EQ(rules.endings[0].outcome, Outcome::N);
  EXPECT_EQ(rules.endings[0].place.line, 9u);
  EXPECT_TRUE(rules.text.starts_with("# About the game.\ngame wythoff"));
  EXPECT_TRUE(rules.text.ends_with("b = 9\n"));
}

TEST(Structure, MembershipIsComparisons) {
  const auto rule = [](const std::string& condition) {
    return parsed("game g(n, m) param S = {7, 2}\n(n, m) -> (n - 1, m) when " + condition +
                  "\n(n, m) -> (n, m - 1)\n")
        .options.at(0)
        .when;
  };
  EXPECT_EQ(rule("n in 3 .. m + 1"), rule("3 <= n <= m + 1"));
  EXPECT_EQ(rule("n in 3 .."), rule("3 <= n"));
  EXPECT_EQ(rule("n + m in S"), rule("n + m = 2 or n + m = 7"));
  EXPECT_EQ(rule("n not in {4, -1, 4}"), rule("not (n = -1 or n = 4)"));
  EXPECT_EQ(rule("n in odd and m > 2"), rule("n > 0 and n mod 2 = 1 and m > 2"));
  EXPECT_EQ(rule("not n in even"), rule("not (n > 0 and n mod 2 = 0)"));
  EXPECT_EQ(rule("n in {}"), rule("n in {} or n in {}"));
}

TEST(Structure, RangesOfCoordinates) {
  const Rules rules =
      parsed("game g(a, b in 2.., c in -3 .. p + 1) param p = 4 (a, b, c) -> (a - 1, b, c)");
  EXPECT_EQ(rules.coordinates[0].low, 0);
  EXPECT_EQ(rules.coordinates[0].high, std::nullopt);
  EXPECT_EQ(rules.coordinates[1].low, 2);
  EXPECT_EQ(rules.coordinates[1].high, std::nullopt);
  EXPECT_EQ(rules.coordinates[2].low, -3);
  EXPECT_EQ(rules.coordinates[2].high, 5);
}

TEST(Structure, BindersOverRanges) {
  const Binder open = binder(">= m + 1");
  EXPECT_EQ(open.name, "k");
  EXPECT_EQ(to_string(open.low, {"n", "m"}), "m + 1");
  EXPECT_FALSE(open.high || open.set);
  EXPECT_EQ(binder("in 1 ..").low, constant(1));
  EXPECT_FALSE(binder("in 1 ..").high);
  const Binder closed = binder("in p .. n - 1");
  EXPECT_EQ(closed.low, constant(3));
  EXPECT_EQ(to_string(*closed.high, {"n", "m"}), "n - 1");
}

TEST(Structure, BindersOverSets) {
  EXPECT_EQ(binder("in {4, 1, p, 1}").set, (NumberSet{Kind::listed, 0, {1, 3, 4}}));
  EXPECT_EQ(binder("in S").set, (NumberSet{Kind::listed, 0, {2, 5, 7}}));
  EXPECT_EQ(binder("in odd").set, (NumberSet{Kind::odd, 0, {}}));
  EXPECT_EQ(binder("in even").set, (NumberSet{Kind::even, 0, {}}));
  EXPECT_EQ(binder("in fibonacci").set, (NumberSet{Kind::fibonacci, 0, {}}));
  EXPECT_EQ(binder("in squares").set, (NumberSet{Kind::squares, 0, {}}));
  EXPECT_EQ(binder("in factorials").set, (NumberSet{Kind::factorials, 0, {}}));
  EXPECT_EQ(binder("in primes").set, (NumberSet{Kind::primes, 0, {}}));
  EXPECT_EQ(binder("in powers(p - 1)").set, (NumberSet{Kind::powers, 2, {}}));
}

TEST(Structure, LaterBindersMayUseEarlierOnes) {
  const Rules rules = parsed(
      "game g(n) (n) -> (i) + (j) + (n - 1 - i - j) "
      "when n > 2 for i in 1 .. n, j in i .. n - i");
  const OptionRule& rule = rules.options.at(0);
  EXPECT_THAT(rules.variable_names(rule), ElementsAre("n", "i", "j"));
  EXPECT_EQ(rule.binders[1].low, variable(1));
  EXPECT_EQ(rule.summands.size(), 3u);
  EXPECT_TRUE(rules.has_sums());
}

TEST(Structure, TheEmptySumIsAnOption) {
  const Rules rules = parsed("game g(n) (n) -> () when n = 1");
  EXPECT_TRUE(rules.options.at(0).summands.empty());
  EXPECT_FALSE(rules.has_sums());
}

TEST(Structure, TheNextLineMayBeginWithAParenthesisAfterAnOpenRange) {
  const Rules rules = parsed("game g(n)\n(n) -> (n - k) for k in 1 ..\n(n) -> (n - 1)");
  EXPECT_EQ(rules.options.size(), 2u);
}

TEST(Structure, LineEndsMeanNothingElse) {
  const Rules rules = parsed("game\ng\n(\nn in\n0\n..\n)\n(n)\n->\n(\nn\n-\nk)\nfor\nk\n>=\n1");
  EXPECT_EQ(rules.options.at(0).text, "(n) -> ( n - k) for k >= 1");
}

TEST(Structure, WindowsLineEndsAndAByteOrderMarkAreFine) {
  const Rules rules = parsed("\xef\xbb\xbfgame g(n)\r\n  \"Text.\"\r\n  (n) -> (n - 1)\r\n");
  EXPECT_EQ(rules.description, "Text.");
  EXPECT_EQ(rules.options.size(), 1u);
}

TEST(Structure, AFileMayHoldSeveralGames) {
  const auto games = parse(
      "# one\ngame one(n)\n(n) -> (n - 1)  # last\n\n# two\ngame two(n)\nparam p = 1\n"
      "(n) -> (n - p)\n",
      "file", {{"p", 2}});
  ASSERT_TRUE(games) << games.error().message;
  ASSERT_EQ(games->size(), 2u);
  EXPECT_EQ((*games)[0].text, "# one\ngame one(n)\n(n) -> (n - 1)  # last\n");
  EXPECT_EQ((*games)[1].text, "# two\ngame two(n)\nparam p = 1\n(n) -> (n - p)\n");
  EXPECT_EQ((*games)[1].parameters, (Parameters{{"p", 2}}));
}

TEST(Structure, ParametersCanBeOverridden) {
  const std::string text =
      "game g(n in 0 .. m) param m = 3 param S = {1} (n) -> (n - k) for k in S";
  EXPECT_EQ(parsed(text, {{"m", 7}}).coordinates[0].high, 7);
  const std::vector<std::int64_t> members = {5, 2, 5};
  EXPECT_EQ(parsed(text, {{"S", members}}).options[0].binders[0].set->listed,
            (std::vector<std::int64_t>{2, 5}));
  EXPECT_EQ(parsed(text, {{"S", 4}}).options[0].binders[0].set->listed,
            (std::vector<std::int64_t>{4}));
}

TEST(Structure, RulesAndEndingsThatNeverApplyVanish) {
  const Rules rules = parsed(
      "game g(n) param m = 1 (n) -> (n - 1) (n) -> (n - 2) when m >= 2 "
      "lost when m = 2",
      {});
  EXPECT_EQ(rules.options.size(), 1u);
  EXPECT_TRUE(rules.endings.empty());
}

TEST(Structure, ConditionsThatAlwaysHoldVanish) {
  const Rules rules = parsed("game g(n) param m = 1 (n) -> (n - 1) when m <= 2");
  EXPECT_EQ(rules.options.at(0).when, Condition{});
}

}  // namespace
}  // namespace grundy::rules
