#include "ask/parse.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "rules/language/parser.hpp"

namespace grundy::query {
namespace {

using testing::HasSubstr;

// Reads an expression and prints it again.
std::string echo(std::string_view text) {
  Games games;
  const auto sum = parse(text, games);
  return sum ? to_string(*sum) : sum.error().message;
}

TEST(Parse, ReadsSumsOfGamesCodesCountsAndParameters) {
  EXPECT_EQ(echo("three_pile(3,4,5) + nim(7)"), "three_pile(3,4,5) + nim(7)");
  EXPECT_EQ(echo("0.137(40)+subtraction(9;S={1,3,4})"), "0.137(40) + subtraction(9; S={1, 3, 4})");
  EXPECT_EQ(echo("bash(10; m=3)"), "bash(10; m=3)");
  EXPECT_EQ(echo("3*nim(7)"), "3*nim(7)");
  EXPECT_EQ(echo("  nim (\t7 ) \n + 2 * nim( 8)"), "nim(7) + 2*nim(8)");
}

TEST(Parse, EqualPositionsAreOneTerm) {
  EXPECT_EQ(echo("nim(7) + lasker(2) + 2*nim(7) + nim(8)"), "3*nim(7) + lasker(2) + nim(8)");
  EXPECT_EQ(echo("subtraction(9) + subtraction(9; S={1,3,4})"), "2*subtraction(9)")
      << "the same parameters, said or not";
  EXPECT_EQ(echo("subtraction(9) + subtraction(9; S={2})"),
            "subtraction(9) + subtraction(9; S={2})");
}

TEST(Parse, ZeroIsTheSumOfNothing) {
  EXPECT_EQ(echo("0"), "0");
  EXPECT_EQ(echo(" 0 "), "0");
  EXPECT_THAT(echo("0 + nim(3)"), HasSubstr("column 3: expected `*` and a game after the count"));
}

TEST(Parse, GamesWithEqualRulesShareThem) {
  Games games;
  const auto sum = parse("nim(1) + nim(2) + subtraction(1) + subtraction(1; S={2})", games);
  ASSERT_TRUE(sum) << sum.error().message;
  const auto& terms = sum->terms();
  EXPECT_EQ(terms[0].game->rules, terms[1].game->rules);
  EXPECT_NE(terms[2].game->rules, terms[3].game->rules);
}

TEST(Parse, GamesOfAFileComeBeforeTheCatalogue) {
  const auto file = rules::parse(
      "game nim(a, b)\n  param m = 2\n  (a, b) -> (a - k, b) for k in 1 .. m\n"
      "game own(n)\n  (n) -> (n - 1)\n",
      "own.game");
  ASSERT_TRUE(file) << file.error().message;
  Games games(catalogue_and(*file));
  const auto sum = parse("nim(1,2; m=4) + own(3) + kayles(4)", games);
  ASSERT_TRUE(sum) << sum.error().message;
  EXPECT_EQ(std::get<std::int64_t>(sum->terms()[0].game->rules->parameters.at("m")), 4);
  const auto typo = parse("onw(3)", games);
  ASSERT_FALSE(typo);
  EXPECT_THAT(typo.error().message, HasSubstr("did you mean `own`?"));
}

struct Mistake {
  std::string text;
  std::string message;  // after "`TEXT`, "
};
void PrintTo(const Mistake& mistake, std::ostream* stream) {
  *stream << mistake.text;
}

class BadExpression : public testing::TestWithParam<Mistake> {};

TEST_P(BadExpression, GetsOneClearLine) {
  const auto& [text, message] = GetParam();
  Games games;
  const auto sum = parse(text, games);
  ASSERT_FALSE(sum) << to_string(*sum);
  EXPECT_EQ(sum.error().code, Errc::usage);
  EXPECT_EQ(sum.error().message, fmt::format("`{}`, {}", text, message));
}

constexpr auto expected_game = "expected a game and its position, such as nim(7), found ";

INSTANTIATE_TEST_SUITE_P(
    All, BadExpression,
    testing::Values(
        Mistake{"", "column 1: " + std::string(expected_game) + "the end"},
        Mistake{"   ", "column 4: " + std::string(expected_game) + "the end"},
        Mistake{"+", "column 1: " + std::string(expected_game) + "`+`"},
        Mistake{"()", "column 1: " + std::string(expected_game) + "`(`"},
        Mistake{"nim(3) +", "column 9: " + std::string(expected_game) + "the end"},
        Mistake{"nim(3) + nimm(4)", "column 10: there is no game `nimm`; did you mean `nim`?"},
        Mistake{"zzzzzz(4)", "column 1: there is no game `zzzzzz`"},
        Mistake{"nim", "column 4: expected `(` and a position of nim, found the end"},
        Mistake{"nim(3) lasker(4)", "column 8: expected `+` or the end, found `lasker`"},
        Mistake{"nim(3))", "column 7: expected `+` or the end, found `)`"},
        Mistake{"nim(3", "column 6: expected `,`, `;` or `)`, found the end"},
        Mistake{"nim(3; ", "column 8: expected the name of a parameter, found the end"},
        Mistake{"nim()", "column 5: expected an integer, found `)`"},
        Mistake{"nim(3,4)", "column 4: nim has 1 coordinate (n), this position has 2"},
        Mistake{"three_pile(3,4)",
                "column 11: three_pile has 3 coordinates (a, b, c), this position has 2"},
        Mistake{"nim(-3)", "column 5: n of nim must be at least 0, not -3"},
        Mistake{"calendar(2000, 13, 1)", "column 16: m of calendar must be from 1 to 12, not 13"},
        Mistake{"nim(x)", "column 5: `x` is not an integer"},
        Mistake{"nim(3.5)", "column 5: `3.5` is not an integer"},
        Mistake{"nim(99999999999999999999)",
                "column 5: 99999999999999999999 is too large: integers go up to 10^18"},
        Mistake{"nim(1000000000000000001)",
                "column 5: 1000000000000000001 is too large: integers go up to 10^18"},
        Mistake{"0*nim(3)", "column 1: a count is at least 1"},
        Mistake{"2*", "column 3: " + std::string(expected_game) + "the end"},
        Mistake{"2 nim(3)", "column 3: expected `*` and a game after the count, found `nim`"},
        Mistake{"bash(3; k=4)", "column 9: bash has no parameter `k`; its parameters are m"},
        Mistake{"nim(3; k=4)", "column 8: nim has no parameter `k`; it has none"},
        Mistake{"bash(3; m=4, m=5)", "column 14: `m` is given twice"},
        Mistake{"bash(3; m)", "column 10: expected `=`, found `)`"},
        Mistake{"bash(3; m={4})", "column 11: expected an integer, found `{`"},
        Mistake{"subtraction(3; S={1,)", "column 21: expected an integer, found `)`"},
        Mistake{"subtraction(3; S={1)", "column 20: expected `,` or `}`, found `)`"},
        Mistake{"nim(3) & nim(4)", "column 8: expected `+` or the end, found `&`"}));

TEST(BadExpressions, StayShortHoweverLongTheyAre) {
  for (const std::string& text :
       {std::string(1'000'000, '('), "nim(" + std::string(1'000'000, '('),
        "nim(" + std::string(1'000'000, '9') + ")", std::string(1'000'000, 'x') + "(3)"}) {
    const std::string message = echo(text);
    EXPECT_LT(message.size(), 300u);
    EXPECT_EQ(message.find('\n'), message.npos);
    EXPECT_THAT(message, HasSubstr("column "));
  }
}

TEST(BadExpressions, DoNotReachTheTerminalRaw) {
  const std::string message = echo("nim(3)\x1b[2J");
  EXPECT_EQ(message.find('\x1b'), message.npos);
  EXPECT_EQ(echo(std::string_view("nim(\0)", 6)).find('\0'), std::string::npos);
}

TEST(BadExpressions, TooManyEqualPositions) {
  std::string text;
  for (int i = 0; i < 6; ++i) text += (i ? " + " : "") + std::string("1000000000000000000*nim(3)");
  EXPECT_EQ(echo(text), "more than 2^62 times nim(3)");
}

TEST(Parse, ThousandsOfComponents) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += fmt::format("{}nim({})", i ? "+" : "", i);
  Games games;
  const auto sum = parse(text, games);
  ASSERT_TRUE(sum) << sum.error().message;
  EXPECT_EQ(sum->terms().size(), 20'000u);
}

}  // namespace
}  // namespace grundy::query
