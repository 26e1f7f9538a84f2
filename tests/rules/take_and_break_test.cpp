#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> rules_of(const std::string& code, const std::string& heap = "n") {
  std::vector<std::string> texts;
  for (const OptionRule& rule : parsed("game g(" + heap + ") take_and_break " + code).options)
    texts.push_back(rule.text);
  return texts;
}

TEST(TakeAndBreak, EachBitIsARule) {
  EXPECT_THAT(rules_of("0.1"), ElementsAre("(n) -> () when n = 1"));
  EXPECT_THAT(rules_of("0.02"), ElementsAre("(n) -> (n - 2) when n > 2"));
  EXPECT_THAT(rules_of("0.004"),
              ElementsAre("(n) -> (i) + (n - 3 - i) for i in 1 .. floor((n - 3) / 2)"));
  EXPECT_THAT(rules_of("0.8"),
              ElementsAre("(n) -> (i) + (j) + (n - 1 - i - j) for i in 1 .. floor((n - 1) / 3), "
                          "j in i .. floor((n - 1 - i) / 2)"));
}

TEST(TakeAndBreak, WithoutTakingAHeapCanBeSplit) {
  EXPECT_THAT(rules_of("4.0"), ElementsAre("(n) -> (i) + (n - i) for i in 1 .. floor(n / 2)"));
  EXPECT_THAT(rules_of("C.0"),
              ElementsAre("(n) -> (i) + (n - i) for i in 1 .. floor(n / 2)",
                          "(n) -> (i) + (j) + (n - i - j) for i in 1 .. floor(n / 3), "
                          "j in i .. floor((n - i) / 2)"));
}

TEST(TakeAndBreak, DigitsStandForTheirBits) {
  EXPECT_THAT(rules_of("0.7"),
              ElementsAre("(n) -> () when n = 1", "(n) -> (n - 1) when n > 1",
                          "(n) -> (i) + (n - 1 - i) for i in 1 .. floor((n - 1) / 2)"));
  EXPECT_EQ(rules_of("0.77").size(), 6u);
  EXPECT_EQ(rules_of("0.137").size(), 6u);
  EXPECT_EQ(rules_of("0.F").size(), 4u);
  EXPECT_THAT(rules_of("0.0"), IsEmpty());
}

TEST(TakeAndBreak, LettersAreDigitsInEitherCase) {
  for (const auto& [small, capital] :
       {std::pair("0.abcdef", "0.ABCDEF"), std::pair("c.0aF", "C.0Af")}) {
    EXPECT_EQ(rules_of(small), rules_of(capital));
    EXPECT_EQ(parsed("game " + std::string(small)).options.size(), rules_of(small).size());
  }
  EXPECT_THAT(mistakes_in("take_and_break 0.g"), HasSubstr("`g` is no digit of a code"));
}

TEST(TakeAndBreak, TheTextMeansTheRule) {
  const Rules code = parsed("game g(n) take_and_break 4.0A7");
  std::string text = "game g(n)";
  for (const OptionRule& rule : code.options) text += "\n" + rule.text;
  const Rules written = parsed(text);
  ASSERT_EQ(written.options.size(), code.options.size());
  for (std::size_t i = 0; i < code.options.size(); ++i) {
    EXPECT_EQ(written.options[i].summands, code.options[i].summands);
    EXPECT_EQ(written.options[i].when, code.options[i].when);
  }
}

TEST(TakeAndBreak, BindersAvoidTheNamesOfTheGame) {
  EXPECT_THAT(rules_of("0.04", "i"),
              ElementsAre("(i) -> (i_) + (i - 2 - i_) for i_ in 1 .. floor((i - 2) / 2)"));
}

TEST(TakeAndBreak, DigitsInBracketsComeAgain) {
  EXPECT_THAT(rules_of("0.[3]"), ElementsAre("(n) -> () for k >= 1 when n = k",
                                             "(n) -> (n - k) for k >= 1 when n > k"));
  EXPECT_THAT(rules_of("0.1[24]"),
              ElementsAre("(n) -> () when n = 1",
                          "(n) -> (n - (2 + 2 * k)) for k >= 0 when n > (2 + 2 * k)",
                          "(n) -> (i) + (n - (3 + 2 * k) - i) for k >= 0, i in 1 .. "
                          "floor((n - (3 + 2 * k)) / 2)"));
  EXPECT_EQ(parsed("game 4.[3]").options.size(), 3u);
  for (const auto* wrong : {"0.[]", "0.3[", "0.[3]7", "0.[3][7]", "[3]", "0.[3 7]"})
    EXPECT_FALSE(parse("game g(n) take_and_break " + std::string(wrong), "t")) << wrong;
  EXPECT_THAT(mistakes_in("take_and_break 0.3[1G]"), HasSubstr("`G` is no digit of a code"));
}

TEST(TakeAndBreak, ACodeIsAGameByItself) {
  const Rules rules = parsed("game 0.137 misere");
  EXPECT_EQ(rules.name, "0.137");
  EXPECT_THAT(rules.coordinate_names(), ElementsAre("n"));
  EXPECT_EQ(rules.options.size(), 6u);
  EXPECT_EQ(rules.convention, Convention::misere);
}

TEST(TakeAndBreak, MistakesInCodesAreShownAtTheDigit) {
  EXPECT_EQ(mistakes_in("  take_and_break 0.1G7\n"),
            "t:2:21: `G` is no digit of a code\n"
            "      take_and_break 0.1G7\n"
            "                        ^\n"
            "  digits are 0 .. 9 and A .. F: 1 nothing left, 2 one heap, 4 two, 8 three");
  EXPECT_THAT(mistakes_in("take_and_break 3.7"),
              HasSubstr("t:2:16: before the dot only bits 4 and 8 make sense"));
  EXPECT_THAT(mistakes_in("take_and_break 10.7"),
              HasSubstr("t:2:16: a code has one digit before the dot"));
  EXPECT_THAT(mistakes_in("take_and_break 7"),
              HasSubstr("t:2:16: expected an octal or hexadecimal code such as 0.137, found `7`"));
  EXPECT_THAT(mistakes_in("take_and_break 0." + std::string(257, '7')),
              HasSubstr("has more than 256 digits"));
  EXPECT_THAT(mistakes("game g(a, b) take_and_break 0.7"),
              HasSubstr("a code describes the moves in one heap"));
  EXPECT_THAT(mistakes("game g(n in 1..) take_and_break 0.7"),
              HasSubstr("it needs a game with one coordinate that starts at 0"));
}

}  // namespace
}  // namespace grundy::rules
