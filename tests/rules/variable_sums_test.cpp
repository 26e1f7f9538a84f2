// Sums of variable length: what they become, and what is said about those that are none.
#include <gmock/gmock.h>

#include "oracle/options.hpp"
#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The options of a position as the oracle writes them.
std::vector<std::string> options(const std::string& rule, std::int64_t n,
                                 const std::string& heap = "n") {
  const auto found = oracle::options(parsed("game g(" + heap + ")\n(n) -> " + rule), {n});
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  std::vector<std::string> texts;
  if (found)
    for (const oracle::Sum& sum : *found) texts.push_back(oracle::to_string(sum));
  return texts;
}

TEST(VariableSums, EqualPositionsAreCounted) {
  EXPECT_THAT(options("3 * (n - 1)", 4), ElementsAre("(3) + (3) + (3)"));
  EXPECT_THAT(options("k * (floor(n / k)) for k in divisors(n) when k >= 2", 6),
              ElementsAre("(1) + (1) + (1) + (1) + (1) + (1)", "(2) + (2) + (2)", "(3) + (3)"));
  EXPECT_THAT(options("1 * (n - 1)", 4), ElementsAre("(3)"));
  EXPECT_THAT(options("(n - 2) + 2 * (n - 1)", 4), ElementsAre("(2) + (3) + (3)"));
}

TEST(VariableSums, ACountMayBeAnyProduct) {
  const std::vector<std::string> four{"(1) + (1) + (1) + (1)"};
  for (const auto* count : {"4", "2 * 2", "(4)", "2 * (2)", "(2) * (2)", "(1 + 3)", "2^2",
                            "floor(n / 1) * 2", "(n) * 2", "min(4, n + 3)"})
    EXPECT_EQ(options(std::string(count) + " * (n - 1)", 2), four) << count;
}

TEST(VariableSums, NonePositionsAreTheEmptySumAndFewerAreNoOption) {
  EXPECT_THAT(options("0 * (n + 7) when n = 2", 2), ElementsAre("()"));
  EXPECT_THAT(options("k * (n - 1) for k in 0 .. 1", 2), ElementsAre("()", "(1)"));
  EXPECT_THAT(options("(n - 3) * (0) when n >= 2", 2), IsEmpty());
  EXPECT_THAT(options("(n - 2) * (0) when n >= 2", 2), ElementsAre("()"));
  EXPECT_THAT(options("(n - 1) + 0 * (n)", 2), ElementsAre("(1)"));
}

TEST(VariableSums, PositionsRunInEqualSteps) {
  const std::string upwards = "sum of (j) over j in i .. n - 1 for i in 0 .. n";
  EXPECT_THAT(options(upwards, 3), ElementsAre("()", "(0) + (1) + (2)", "(1) + (2)", "(2)"));
  EXPECT_THAT(options("sum of (n - j) over j in 1 .. 3", 3), ElementsAre("(0) + (1) + (2)"));
  EXPECT_THAT(options("sum of (n - j) over j in 1 .. 1", 3), ElementsAre("(2)"));
  EXPECT_THAT(options("sum of (j) over j in i .. i for i in 0 .. n - 1", 2),
              ElementsAre("(0)", "(1)"));
  EXPECT_THAT(options("sum of (n - 2 * j - 1) over j in 0 .. 2", 6),
              ElementsAre("(1) + (3) + (5)"));
  EXPECT_THAT(options("sum of (n - 1) over j in 1 .. n", 3), ElementsAre("(2) + (2) + (2)"));
  EXPECT_THAT(
      options("(1) + sum of (j) over j in 0 .. 1 + sum of (j) over j in 2 .. 3 when n >= 4", 4),
      ElementsAre("(0) + (1) + (1) + (2) + (3)"));
}

TEST(VariableSums, APositionOutsideIsNoOption) {
  EXPECT_THAT(options("sum of (n - j) over j in 1 .. 3", 2), IsEmpty());
  EXPECT_THAT(options("sum of (j) over j in 0 .. n - 1 when n >= 1", 3, "n in 1.."), IsEmpty());
  EXPECT_THAT(options("2 * (n - 3)", 2), IsEmpty());
}

TEST(VariableSums, MayBeSeveralCoordinates) {
  const Rules rules = parsed(
      "game g(a, b)\n"
      "(a, b) -> sum of (a - 1 - j, b + j) over j in 0 .. 2");
  const auto found = oracle::options(rules, {4, 0});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(oracle::to_string(found->front()), "(1, 2) + (2, 1) + (3, 0)");
}

TEST(VariableSums, SymmetryMovesTheirSteps) {
  const Rules rules = parsed(
      "game g(a, b)\nsymmetric (a, b)\n"
      "(a, b) -> sum of (j, b) over j in 0 .. a - 1 when a >= 1");
  // Each permutation where the sum has positions, and where it has none.
  ASSERT_EQ(rules.options.size(), 4u);
  EXPECT_THAT(rules.options[0].stretches[0].step, ElementsAre(1, 0));
  EXPECT_THAT(rules.options[1].stretches[0].step, ElementsAre(0, 1));
  const auto found = oracle::options(rules, {1, 2});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2u);
  EXPECT_EQ(oracle::to_string((*found)[0]), "(0, 2)");
  EXPECT_EQ(oracle::to_string((*found)[1]), "(1, 0) + (1, 1)");
}

TEST(VariableSums, SumAndOverAreNamesElsewhere) {
  const Rules rules = parsed(
      "game g(sum, of)\n"
      "(sum, of) -> sum * (sum - over, of) for over in 1 .. 2\n"
      "(sum, of) -> of * (sum, of - 1)");
  const auto found = oracle::options(rules, {2, 0});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 3u);
  EXPECT_EQ(oracle::to_string((*found)[0]), "()");
  EXPECT_EQ(oracle::to_string((*found)[1]), "(0, 0) + (0, 0)");
  EXPECT_EQ(oracle::to_string((*found)[2]), "(1, 0) + (1, 0)");
}

TEST(VariableSums, EachPositionMustBringPlayCloserToTheEnd) {
  EXPECT_THAT(mistakes_in("(n) -> 2 * (n)"), HasSubstr("play from (0) need not end"));
  EXPECT_THAT(mistakes_in("(n) -> sum of (j) over j in 0 .. n"),
              HasSubstr("play from (0) need not end: (0) -> (0)"));
  EXPECT_THAT(mistakes_in("(n) -> sum of (j) over j in n - 1 .. n + 1"),
              HasSubstr("play from (1) need not end"));
}

TEST(VariableSums, Mistakes) {
  const std::vector<std::pair<std::string, std::string>> all{
      {"(n) -> sum of (j * j) over j in 0 .. n - 1",
       "t:2:16: the positions of a sum must follow each other in equal steps"},
      {"(n) -> sum of (n - k * j) over j in 1 .. 2 for k >= 1",
       "write e + c * j with a constant c"},
      {"(n) -> sum of (j) over j in 0 ..", "t:2:24: the range of `j` has no upper end"},
      {"(n) -> sum of (j) over n in 0 .. 3", "`n` is already the name of a coordinate"},
      {"(n) -> sum of (j) over k in 0 .. 3", "there is no coordinate, binder or parameter `j`"},
      {"(n) -> sum of (j) over j in 0 .. j", "there is no coordinate, binder or parameter `j`"},
      {"(n) -> sum of (j) in j in 0 .. 3", "expected `over`, found the keyword `in`"},
      {"(n) -> sum of (j) over j >= 0", "expected `in`, found `>=`"},
      {"(n) -> (n - 1) * 2", "the position comes last, as in 2 * (n - 1)"},
      {"(n) -> 2 (n - 1)", "expected `*`, found `(`"},
      {"(n) -> 2 * n", "the position comes last, as in 2 * (n - 1)"},
      {"(n) -> 2 * ()", "the empty sum () repeated is still empty"},
      {"(n) -> sum of () over j in 1 .. 2", "the empty sum () repeated is still empty"},
      {"(n) -> (n, n) * (n - 1)", "how often a position occurs comes first"},
      {"(n) -> k * (n - 1) for k >= 1", "nothing bounds k"},
      {"(n) -> n * (n - 1) + n * (n - 1) + n * (n - 1) + n * (n - 1) + n * (n - 1)",
       "more than 4 sums of variable length in one option"},
      {"(n) -> (floor(n / m)) + 2 * (n - 1)", "there is no coordinate, binder or parameter `m`"},
      {"(n) -> 2 * (n - 1)\nwhere n != 3",
       "`where` and `falls` do not go with sums of variable length"},
      {"(n) -> 2 * (n - 1)\nfalls n", "`where` and `falls` do not go with sums of variable length"},
      {"(n) -> floor(n / n) * (n - 1)", "the divisor in 'floor(n / n)' might be zero or negative"},
  };
  for (const auto& [rule, message] : all)
    EXPECT_THAT(mistakes_in(rule), HasSubstr(message)) << rule;
}

TEST(VariableSums, AreSumsOfTheirGame) {
  EXPECT_TRUE(parsed("game g(n) (n) -> 2 * (n - 1)").has_sums());
  EXPECT_FALSE(parsed("game g(n) (n) -> 1 * (n - 1)").has_sums());
  EXPECT_TRUE(parsed("game g(n) (n) -> 1 * (n - 1) + (n - 2)").has_sums());
}

}  // namespace
}  // namespace grundy::rules
