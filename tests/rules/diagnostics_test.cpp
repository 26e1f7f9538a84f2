// What the parser says about mistakes: place, line, caret, what was expected.
#include <gmock/gmock.h>

#include <numeric>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(Diagnostics, ShowPlaceLineCaretAndAdvice) {
  EXPECT_EQ(mistakes("game heaps(n)\n  (n) -> (n - k)  for k in fibonaci\n"),
            "t:2:28: there is no set `fibonaci`\n"
            "      (n) -> (n - k)  for k in fibonaci\n"
            "                               ^\n"
            "  did you mean `fibonacci`?");
}

TEST(Diagnostics, UnknownFunctionsAreNamed) {
  EXPECT_EQ(mistakes("game g(a, b)\n  (a, b) -> (a - lcm(a, b), b)\n"),
            "t:2:18: there is no function `lcm`\n"
            "      (a, b) -> (a - lcm(a, b), b)\n"
            "                     ^\n"
            "  the functions are floor, ceil, min, max, gcd, popcount");
  for (const std::string rest :
       {"(n - 1) when lcm(n, 2) = 1", "(n - 1) when not lcm (n)=1 or n = 2",
        "(n - k) for k >= lcm(n)", "(n - k) for k in 1 .. lcm(n)", "(lcm(lcm(1), -n))",
        "(n - k) for k in lcm(n) .. n", "(n - k) for k in {lcm(3)}"})
    EXPECT_THAT(mistakes_in("(n) -> " + rest), HasSubstr("there is no function `lcm`")) << rest;
  EXPECT_THAT(mistakes_in("param m = lcm(6, 4)\n(n) -> (n - m)"),
              HasSubstr("t:2:11: there is no function `lcm`"));
  EXPECT_THAT(mistakes_in("(n) -> (n - digit_sum(n, 2))"), HasSubstr("function `digit_sum`"))
      << "which claims have, and rules have not";
  EXPECT_THAT(mistakes_in("(n) -> (n - k) for k in multiples(n)"),
              HasSubstr("t:2:25: there is no set `multiples`"));
}

// A name may come last in a rule, and the next one begin with a parenthesis.
TEST(Diagnostics, NamesBeforeARuleAreNoFunctions) {
  for (const std::string gap : {" ", "\n", "", "  # and so on\n"}) {
    const auto rules = [&](const std::string& first) {
      return parsed("game g(a, b) param m = 2 param S = {1, m} " + first + gap +
                    "(a, b) -> (a, b - 1)")
          .options.size();
    };
    EXPECT_EQ(rules("(a, b) -> (a - k, b) for k in S"), 2u);
    EXPECT_EQ(rules("(a, b) -> (a - k, b) for k in 1 .. m"), 2u);
    EXPECT_EQ(rules("(a, b) -> (a - 1, b) when 0 <= b < m"), 2u);
    EXPECT_EQ(rules("lost when a = m"), 1u);
    EXPECT_EQ(rules("param more = m"), 1u);
  }
  EXPECT_THAT(mistakes("game g(n) (n) -> (n - k) for k in 1 .. n\n(n) - > (n - 1)"),
              HasSubstr("t:2:5: expected `->`, found `-`"))
      << "a rule that is wrong is still none of the functions";
}

TEST(Diagnostics, SeveralMistakesComeInTheOrderOfTheText) {
  EXPECT_EQ(mistakes("game heaps(n)\n"
                     "  symetric (n)\n"
                     "  (n) -> (n - q)\n"
                     "  (n) -> (n - k)  for k > 1\n"
                     "  (n) -> (n - 1)  when n\n"
                     "  param q = {1\n"
                     "  won n = 1\n"),
            "t:2:3: expected a rule or another statement, found `symetric`\n"
            "      symetric (n)\n"
            "      ^\n"
            "  did you mean `symmetric`?\n"
            "t:3:15: there is no coordinate, binder or parameter `q`\n"
            "      (n) -> (n - q)\n"
            "                  ^\n"
            "t:4:25: expected `>=` or `in`, found `>`\n"
            "      (n) -> (n - k)  for k > 1\n"
            "                            ^\n"
            "  write `k >= e + 1` for k > e\n"
            "t:5:24: expected a condition, found a number\n"
            "      (n) -> (n - 1)  when n\n"
            "                           ^\n"
            "  compare it with something, as in: n > 0\n"
            "t:7:3: expected `}`, found the keyword `won`\n"
            "      won n = 1\n"
            "      ^\n"
            "t:7:7: expected `when`, found `n`\n"
            "      won n = 1\n"
            "          ^\n"
            "  write: won when CONDITION");
}

TEST(Diagnostics, StopAtTwenty) {
  std::string text = "game g(n)\n";
  for (int i = 0; i < 25; ++i) text += "(n) -> (q" + std::to_string(i) + ")\n";
  const std::string message = mistakes(text);
  EXPECT_EQ(occurrences(message, "there is no coordinate"), 20u);
  EXPECT_THAT(message, EndsWith("\nand more: these are the first 20 mistakes"));
}

TEST(Diagnostics, TwentyAreNotMore) {
  std::string text = "game g(n)\n";
  for (int i = 0; i < 20; ++i) text += "(n) -> (q" + std::to_string(i) + ")\n";
  EXPECT_THAT(mistakes(text), Not(HasSubstr("and more")));
}

TEST(Diagnostics, AnUnknownNameIsReportedOnce) {
  EXPECT_EQ(occurrences(mistakes_in("(n) -> (q + q)\n(n) -> (q)"), "`q`"), 1u);
}

TEST(Diagnostics, CaretsStandUnderTabsAndWideText) {
  EXPECT_EQ(mistakes("game g(n)\n\t(n)\t-> (q)\n"),
            "t:2:10: there is no coordinate, binder or parameter `q`\n"
            "    \t(n)\t-> (q)\n"
            "    \t   \t    ^");
  EXPECT_EQ(mistakes("game g(n) \"\u00e9\u00e9\" (n) -> (q)"),
            "t:1:24: there is no coordinate, binder or parameter `q`\n"
            "    game g(n) \"\u00e9\u00e9\" (n) -> (q)\n"
            "                           ^");
}

TEST(Diagnostics, WhatATerminalCouldMisreadIsEscaped) {
  using std::string_literals::operator""s;
  EXPECT_EQ(mistakes("game g(n)\n(n) -> \x1b[J(n - q)\n"),
            "t:2:8: control character U+001B\n"
            "    (n) -> \\x1b[J(n - q)\n"
            "           ^");
  EXPECT_EQ(mistakes("game g(n)\n(n) -> (n - 1) # \0\n"s),
            "t:2:18: control character U+0000\n"
            "    (n) -> (n - 1) # \\x00\n"
            "                     ^");
  EXPECT_EQ(mistakes("game g(n)\n(n) -> (n \xff\xfe 1)\n"),
            "t:2:11: byte 0xff is not UTF-8 text\n"
            "    (n) -> (n \\xff\\xfe 1)\n"
            "              ^");
  EXPECT_THAT(mistakes("game g(n) \"\xe2\x80\xae\" (n) -> (n - 1)"),
              AllOf(HasSubstr("control character U+202E"), HasSubstr("\\u{202e}")));
}

TEST(Diagnostics, LongLinesAreShownAroundTheCaret) {
  EXPECT_EQ(
      mistakes("game g(n) " + std::string(1000, ' ') + "(n) -> (q - " + std::string(50, '1') + ")"),
      "t:1:1019: there is no coordinate, binder or parameter `q`\n"
      "    ..." +
          std::string(71, ' ') + "(n) -> (q - " + std::string(36, '1') +
          "...\n"
          "    " +
          std::string(82, ' ') +
          "^\n"
          "t:1:1023: the number 1111111111111111111111111111111111111111... is too large\n"
          "    ..." +
          std::string(67, ' ') + "(n) -> (q - " + std::string(40, '1') +
          "...\n"
          "    " +
          std::string(82, ' ') +
          "^\n"
          "  integers go up to 9223372036854775807");
}

TEST(Diagnostics, CarriageReturnsAreNotShown) {
  EXPECT_EQ(mistakes("game g(n)\r\n(n) -> (q)\r\n"),
            "t:2:9: there is no coordinate, binder or parameter `q`\n"
            "    (n) -> (q)\n"
            "            ^");
}

struct Mistake {
  std::string text;      // after "game g(n)\n"
  std::string expected;  // somewhere in the message
};
void PrintTo(const Mistake& mistake, std::ostream* stream) {
  *stream << mistake.text;
}

class Reports : public testing::TestWithParam<Mistake> {};

TEST_P(Reports, TheMistake) {
  EXPECT_THAT(mistakes_in(GetParam().text), HasSubstr(GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, Reports,
    testing::Values(
        Mistake{"(n) -> (n - 1", "t:2:14: expected `)`, found the end of the text"},
        Mistake{"(n) - (n)", "t:2:5: expected `->`, found `-`"},
        Mistake{"(n) ->", "t:2:7: expected `(`, found the end of the text"},
        Mistake{"(n) -> n - 1", "t:2:8: expected `(`, found `n`"},
        Mistake{"(n) -> (n - 1) +", "expected `(`, found the end of the text"},
        Mistake{"(n) -> (n - )", "t:2:13: expected a number, a name or `(`, found `)`"},
        Mistake{"(n) -> (n - 1) (", "expected the name of a coordinate, found the end"},
        Mistake{"(n) -> (n - 1) foo", "t:2:16: expected the next statement, found `foo`"},
        Mistake{"(n) -> (n - 1) when n in primes", "as in: for p in primes when p = n"},
        Mistake{"(n) -> (n - 1) when (n not in powers(2))", "know no sets without end"},
        Mistake{"(n) -> (n - 1) when 1 < n in odd", "join conditions by `and`"},
        Mistake{"(n) -> (n - 1) when n in divisors(12)", "such a set stands after `for` only"},
        Mistake{"(n) -> (n - 1) when n bxor 2 band 1 = 0", "t:2:30: `band` beside `bxor`"},
        Mistake{"(n) -> (n - 1) when n bxor 2 band 1 = 0", "as in: (a bxor b) band c"},
        Mistake{"(n) -> (n - bor(n, 1))", "write a bor b"},
        Mistake{"(n) -> (n - 1) if n > 3", "a condition begins with `when`"},
        Mistake{"(n) -> (n - k) where k > 3", "a condition begins with `when`"},
        Mistake{"(n) -> (n - 1) when n is odd", "write n mod 2 = 1 for odd n"},
        Mistake{"(n) -> (n - 1) when even(n)", "write n mod 2 = 0 for even n"},
        Mistake{"n -> n - 1", "positions are in parentheses: (n) -> .."},
        Mistake{"(n) -> n - 1", "an option is a position, as in (n - 1)"},
        Mistake{"(n) -> (n - k) for 1 <= k <= n", "write `k in 1 .. n` for 1 <= k <= n"},
        Mistake{"(n) -> (n - k) for k = 1 .. n", "write `k in lo .. hi`"},
        Mistake{"(n) -> (n - n^k) for k >= 1", "neither the base nor the exponent"},
        Mistake{"(n) -> (n - (0 - 2)^n)", "the base of this power is -2"},
        Mistake{"(n) -> (n - n^(0 - 1))", "the exponent is -1"},
        Mistake{"(n) -> (n - 2^63)", "this overflows"},
        Mistake{"(n) -> (n - 2^(n - 1))", "the exponent in '2^(n - 1)' might be negative"},
        Mistake{"(n) -> (n - 2^(n - 1))", "'when n - 1 >= 0'"},
        Mistake{"(n) -> (n - popcount(n - 1))",
                "the number in 'popcount(n - 1)' might be negative"},
        Mistake{"(n) -> (n - popcount(n, 1))", "`popcount` takes one number, found 2"},
        Mistake{"(n) -> (n - gcd(n))", "`gcd` takes two numbers, found 1"},
        Mistake{"param N = [1, 2] (n) -> (n - N[n])", "has only the numbers 0 to 1"},
        Mistake{"param N = [1, 2] (n) -> (n - N[n])", "'when 0 <= n <= 1'"},
        Mistake{"param N = [1, 2] (n) -> (n - (n band N[i])) for i in bits(n)",
                "has only the numbers 0 to 1"},
        Mistake{"param N = [1, 2] (n) -> (n - N[2])", "`N` has no number 2"},
        Mistake{"param N = [1, 2] (n) -> (n - N)", "expected a number, found the array `N`"},
        Mistake{"param N = [1, 2] (n) -> (n - k) for k in N",
                "expected a set, found the array `N`"},
        Mistake{"param N = [] (n) -> (n - 1)", "an array without numbers"},
        Mistake{"param N = 3 (n) -> (n - N[0])", "`N` is no array"},
        Mistake{"(n) -> (n - M[0])", "there is no array `M`"},
        Mistake{"(n) -> (n - k) for k in bits(n, 2)", "`bits` takes one number, found 2"},
        Mistake{"(n) -> (n - k) for k in digits(n)", "there is no set `digits`"},
        Mistake{"(n) -> (n - k) for k", "expected `>=` or `in`, found the end of the text"},
        Mistake{"(n) -> (n - k) for k < 3", "write `k in lo .. hi`"},
        Mistake{"(n) -> (n - k) for k = 3", "`k in e .. e` for one value"},
        Mistake{"(n) -> (n - k) for k in 1", "t:2:26: expected `..`, found the end of the text"},
        Mistake{"(n) -> (n - k) for k in {1 .. 3}", "a range needs no braces: lo .. hi"},
        Mistake{"(n) -> (n - k) for k in powers", "write powers(2) for 1, 2, 4, .."},
        Mistake{"(n) -> (n - k) for for in odd", "keywords cannot be names"},
        Mistake{"(n) -> (n-k) for k in odd for j in odd", "t:2:27: a second `for` in one rule"},
        Mistake{"(n) -> (n) when n = 1 when n = 2", "t:2:23: a second `when` in one rule"},
        Mistake{"(n) -> () + (n - 1)", "t:2:8: the empty sum () cannot be added to"},
        Mistake{"(n) -> (n - 1) + ()", "t:2:18: the empty sum () cannot be added to"},
        Mistake{"(n) -> (min(n))", "`min` takes two numbers or more, found 1"},
        Mistake{"(n) -> (floor(n / 2, 3))", "`floor` takes one quotient, found 2"},
        Mistake{"(n) -> (n - 0.5)", "t:2:13: 0.5 is not an integer"},
        Mistake{"(n) -> (2n)", "t:2:9: `2n` is neither a number nor a name"},
        Mistake{"(n) -> (n % 2)", "write `mod`"},
        Mistake{"(n) -> (n - 1) when n \u2265 2", "write >="},
        Mistake{"\"one\" \"two\" (n) -> (n - 1)", "the game is described twice"},
        Mistake{"\"never closed\n(n) -> (n - 1)", "this text is not closed on its line"},
        Mistake{"lost n = 1", "write: lost when CONDITION"},
        Mistake{"param = 3", "expected the name of a parameter, found `=`"},
        Mistake{"param p 3", "expected `=`, found `3`"},
        Mistake{"(n) -> (n - 99999999999999999999)", "is too large"},
        Mistake{"(n) -> (n - " + std::string(65, 'x') + ")", "names have at most 64 characters"}));

INSTANTIATE_TEST_SUITE_P(
    Meaning, Reports,
    testing::Values(
        Mistake{"", "the game `g` has no rules"}, Mistake{"(m) -> (n - 1)", "write (n)"},
        Mistake{"(n) -> (n - 1, 2)", "a position of `g` has 1 coordinate, this has 2"},
        Mistake{"(n) -> (m)", "there is no coordinate, binder or parameter `m`"},
        Mistake{"(n) -> (i) for j in 1 .. i, i in 1 .. n", "there is no coordinate, binder or"},
        Mistake{"(n) -> (n / 2)", "t:2:11: a quotient that is not rounded"},
        Mistake{"(n) -> (floor(n))", "write floor(a / b)"},
        Mistake{"(n) -> (floor(n / 2 + 1))", "`floor` takes a quotient"},
        Mistake{"(n) -> (floor(n / 0))", "t:2:19: division by 0"},
        Mistake{"(n) -> (n mod -3)", "t:2:15: division by -3"},
        Mistake{"(n) -> (9223372036854775807 + 1)", "t:2:29: this overflows"},
        Mistake{"(n) -> (4611686018427387904 * 2)", "this overflows"},
        Mistake{"(n) -> (n - 1) when n + 1", "expected a condition, found a number"},
        Mistake{"(n) -> (n - 1) when (n = 1) + 2 = 3", "expected a number, found a condition"},
        Mistake{"(n) -> (n - 1) when n = 1 and n", "t:2:31: expected a condition"},
        Mistake{"(n) -> (n - n) for n in odd", "`n` is already the name of a coordinate"},
        Mistake{"(n) -> (n - k) for k in odd, k in even", "`k` is already the name of a binder"},
        Mistake{"param n = 1 (n) -> (n - 1)", "`n` is already the name of a parameter"},
        Mistake{"param p = 1 param p = 2 (n) -> (n - 1)", "`p` is already the name of a parameter"},
        Mistake{"param p = n (n) -> (n - 1)", "there is no coordinate, binder or parameter `n`"},
        Mistake{"param p = odd (n) -> (n - 1)",
                "a parameter is an integer, a set in braces or an array"},
        Mistake{"param S = {1} (n) -> (n - S)", "expected a number, found the set `S`"},
        Mistake{"param p = 1 (n) -> (n - k) for k in p", "expected a set, found the number `p`"},
        Mistake{"(n) -> (n - k) for k in {1, n}", "a member of a set must be constant"},
        Mistake{"(n) -> (n - k) for k in powers(1)", "it must be at least 2"},
        Mistake{"symmetric (n) (n) -> (n - 1)", "a single coordinate has nothing to be symmetric"},
        Mistake{"symmetric (n, m) (n) -> (n - 1)", "there is no coordinate `m`"},
        Mistake{"symmetric (n, n) (n) -> (n - 1)", "`n` is said to be symmetric twice"}));

TEST(Diagnostics, Headers) {
  EXPECT_THAT(mistakes(""), HasSubstr("t:1:1: there is no game here"));
  EXPECT_THAT(mistakes("# only a comment\n"), HasSubstr("there is no game here"));
  EXPECT_THAT(mistakes("(n) -> (n - 1)"), HasSubstr("t:1:1: expected `game`, found `(`"));
  EXPECT_THAT(mistakes("game (n)"), HasSubstr("expected the name of the game, found `(`"));
  EXPECT_THAT(mistakes("game g\n(n) -> (n - 1)"), HasSubstr("t:2:5: expected"))
      << "the rule's left side was taken for the coordinates";
  EXPECT_THAT(mistakes("game g(n in 5 .. 2) (n) -> (n - 1)"),
              HasSubstr("the range 5 .. 2 of `n` is empty"));
  EXPECT_THAT(mistakes("game g(n in 0 .. 2000000000000000000) (n) -> (n - 1)"),
              HasSubstr("coordinates stay within -10^18 .. 10^18"));
  EXPECT_THAT(mistakes("game g(a, a) (a, a) -> (a, a)"),
              HasSubstr("`a` is already the name of a coordinate"));
  EXPECT_THAT(mistakes("game g(a, b in 0 .. a) (a, b) -> (a, b - 1)"),
              HasSubstr("the end of a coordinate's range must be constant"));
  EXPECT_THAT(mistakes("game g(a, b in 1..) symmetric (a, b) (a, b) -> (a - 1, b)"),
              HasSubstr("`a` and `b` have different ranges"));
  EXPECT_THAT(mistakes("game g(a, b, c) symmetric (a, b) symmetric (b, c) (a, b, c) -> (0, 0, 0)"),
              HasSubstr("`b` is said to be symmetric twice"));
  EXPECT_THAT(mistakes("game g(n) (n) -> (n - 1) game g(n) (n) -> (n - 1)"),
              HasSubstr("there are two games called `g`"));
}

TEST(Diagnostics, ABrokenHeaderHidesNoOtherSyntaxMistakes) {
  const std::string message = mistakes("game g(a b)\n(a, b) -> (a - 1, q)\n(a, b) > 3\n");
  EXPECT_THAT(message, StartsWith("t:1:10: expected `)`, found `b`"));
  EXPECT_THAT(message, HasSubstr("t:3:8: expected `->`, found `>`"));
  EXPECT_THAT(message, Not(HasSubstr("`q`"))) << "names cannot be judged without a header";
}

TEST(Diagnostics, ProofsAreTriedOnlyOnSoundGames) {
  const std::string message = mistakes(
      "game one(n) (n) -> (n + q)\n"
      "game two(a, b) symmetric (a, b) (a, b) -> (b, a)\n");
  EXPECT_THAT(message, HasSubstr("t:1:25: there is no coordinate, binder or parameter `q`"));
  EXPECT_THAT(message, HasSubstr("t:2:33: play from (0, 0) need not end"));
  EXPECT_EQ(occurrences(message, "need not end"), 1u);
}

TEST(Diagnostics, Overrides) {
  const std::string text = "game g(n) param m = 3 param S = {1} (n) -> (n - m)";
  EXPECT_EQ(mistakes("game g(n) (n) -> (n - 1)", {{"M", 1}}),
            "t: there is no parameter `M`; these rules have none");
  const std::vector<std::int64_t> set = {1, 2};
  EXPECT_EQ(mistakes(text, {{"M", 1}}), "t: there is no parameter `M`; the parameters are S, m");
  EXPECT_THAT(mistakes(text, {{"m", set}}), HasSubstr("`m` was given a set, but is a number"));
  std::vector<std::int64_t> many(5000);
  std::iota(many.begin(), many.end(), 1);
  EXPECT_THAT(mistakes(text, {{"S", many}}), HasSubstr("`S` was given more than 4096 members"));
  EXPECT_THAT(mistakes(text, {{"m", Array(set)}}),
              HasSubstr("`m` was given an array, but is a number"));
  const std::string of_array = "game g(n) param N = [1, 2] (n) -> (n - N[0])";
  EXPECT_THAT(mistakes(of_array, {{"N", many}}), HasSubstr("`N` was given more than 4096 members"));
  EXPECT_THAT(mistakes(of_array, {{"N", std::vector<std::int64_t>{}}}),
              HasSubstr("`N` was given an array without numbers"));
}

TEST(Parameters, AreListsInEitherBrackets) {
  const std::vector<std::int64_t> list = {3, 1, 3};
  const std::string text =
      "game g(n) param S = {5} param N = [5] (n) -> (n - N[0]) (n) -> (n - k) for k in S";
  for (const ParameterValue& given : {ParameterValue(list), ParameterValue(Array(list))}) {
    const auto games = parse(text, "t", {{"S", given}, {"N", given}});
    ASSERT_TRUE(games) << games.error().message;
    EXPECT_EQ(games->front().parameters.at("S"), ParameterValue(std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(games->front().parameters.at("N"), ParameterValue(Array(list)));
  }
}

}  // namespace
}  // namespace grundy::rules
