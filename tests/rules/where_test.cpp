// `where`: which tuples are positions.
#include <gmock/gmock.h>

#include "base/box.hpp"
#include "rules/language/fixed.hpp"
#include "rules/membership.hpp"
#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

std::string condition_of(const std::string& statements, std::size_t rule = 0) {
  const Rules rules = parsed("game g(a, b)\n" + statements);
  return to_string(rules.options.at(rule).when, rules.variable_names(rules.options.at(rule)));
}

TEST(Where, IsAConditionOfEveryRuleAndOfWhatItLeaves) {
  EXPECT_EQ(condition_of("where a >= b\n(a, b) -> (a - 1, b)"), "a >= b and a - 1 >= b");
  EXPECT_EQ(condition_of("(a, b) -> (a - k, b) for k >= 1 when b > 2\nwhere a >= b"),
            "a >= b and b > 2 and a - k >= b");
  EXPECT_EQ(condition_of("where b < 3\n(a, b) -> (a - 1, b)"), "b < 3");  // said once
  EXPECT_EQ(condition_of("where a >= b\n(a, b) -> ()"), "a >= b");
  EXPECT_EQ(condition_of("where a != b\n(a, b) -> (b, a - 1)"), "a != b and b != a - 1");
}

TEST(Where, DoesNotSayWhatFollows) {
  EXPECT_EQ(condition_of("where a >= b\n(a, b) -> (a + 1, b) when a < 9"), "a >= b and a < 9");
  EXPECT_EQ(condition_of("where a >= b\n(a, b) -> (i, min(b, i)) for i in 0 .. a - 1"), "a >= b");
  EXPECT_EQ(condition_of("where a >= b\n(a, b) -> (i, max(b, i)) for i in 0 .. a - 1"),
            "a >= b and i >= max(b, i)");
  EXPECT_EQ(condition_of("where a > b\n(a, b) -> (i, min(b, i)) for i in 0 .. a - 1"),
            "a > b and i > min(b, i)");
  EXPECT_EQ(condition_of("where max(a, b) <= 7\n(a, b) -> (min(a, b) - 1, b)"), "max(a, b) <= 7");
}

TEST(Where, SeveralHoldTogether) {
  const Rules rules = parsed("game g(a, b)\nwhere a >= b\nwhere b != 2\n(a, b) -> (a - 1, b)");
  EXPECT_EQ(Membership(rules).text(), "a >= b and b != 2");
  EXPECT_EQ(Membership(parsed("game g(n) (n) -> (n - 1)")).text(), "");
}

TEST(Where, LeavesOutRulesThatLeadOutside) {
  EXPECT_THAT(
      parsed("game g(a, b)\nwhere b = 1\n(a, b) -> (a - 1, 2)\n(a, b) -> (a - 1, b)").options,
      SizeIs(1));
}

TEST(Where, DistinctMeansThatEveryTwoDiffer) {
  const Rules rules =
      parsed("game g(a, b, c)\nwhere distinct (a, b, c)\n(a, b, c) -> (a - 1, b, c)");
  EXPECT_EQ(Membership(rules).text(), "a != b and a != c and b != c");
  EXPECT_EQ(condition_of("(a, b) -> (a - 1, b) when distinct (a, b, 3)"),
            "a != b and a != 3 and b != 3");
}

TEST(Where, StaysWhenSymmetricCoordinatesChangePlaces) {
  EXPECT_THAT(
      parsed("game g(a, b)\nsymmetric (a, b)\nwhere distinct (a, b)\n(a, b) -> (a - 1, b)").options,
      SizeIs(2));
  EXPECT_THAT(
      mistakes("game g(a, b)\nsymmetric (a, b)\nwhere a >= b\n(a, b) -> (a - 1, b)"),
      HasSubstr("t:3:1: `where` holds of (0, 1) in one order of the symmetric coordinates"));
  // In other words the same.
  EXPECT_EQ(Membership(parsed("game g(a, b)\nsymmetric (a, b)\nwhere a - b != 0 and b > a - 9 and "
                              "a > b - 9\n(a, b) -> (a - 1, b)"))
                .text(),
            "a - b != 0 and b > a - 9 and a > b - 9");
  EXPECT_EQ(Membership(parsed("game g(a, b)\nsymmetric (a, b)\nwhere a != b or a = 0\n"
                              "(a, b) -> (a - 1, b)"))
                .text(),
            "a != b or a = 0");
  EXPECT_THAT(mistakes("game g(a, b)\nsymmetric (a, b)\nwhere a != 50\n(a, b) -> (a - 1, b)"),
              HasSubstr("t:3:1: `where` holds of (0, 50) in one order"));
  for (const std::string far : {"a <= 2000", "a * a != 5000"})
    EXPECT_THAT(mistakes("game g(a, b)\nsymmetric (a, b)\nwhere " + far + "\n(a, b) -> (a - 1, b)"),
                HasSubstr("t:3:1: `where` is not written alike for all orders"));
}

TEST(Where, MistakesAreShownInPlace) {
  EXPECT_THAT(mistakes_in("where n\n(n) -> (n - 1)"), HasSubstr("expected a condition"));
  EXPECT_THAT(mistakes_in("where 1 > 2\n(n) -> (n - 1)"), HasSubstr("`where` holds nowhere"));
  EXPECT_THAT(mistakes_in("where distinct (n)\n(n) -> (n - 1)"),
              HasSubstr("`distinct` takes two numbers or more"));
  EXPECT_THAT(mistakes_in("where k > 2\n(n) -> (n - k) for k >= 1"), HasSubstr("there is no"));
  EXPECT_THAT(mistakes_in("(n) -> (n - 1) where n > 2"),
              HasSubstr("a condition begins with `when`"));
  EXPECT_THAT(mistakes_in("(n) -> (n - k) for k >= 1 where n > 2"),
              HasSubstr("a condition begins with `when`"));
}

// Row by row and one by one, against the condition said in C++.
void expect_members(const std::string& where, bool (*is_member)(std::int64_t, std::int64_t)) {
  SCOPED_TRACE(where);
  const Membership inside(parsed("game g(a, b)\nwhere " + where + "\n(a, b) -> (a - 1, b)"));
  for (std::int64_t a = 0; a < 9; ++a) {
    std::vector<std::uint8_t> row(700);
    inside.row({a, 0}, row);
    for (std::int64_t b = 0; b < 700; ++b) {
      ASSERT_EQ(row[static_cast<std::size_t>(b)] != 0, is_member(a, b)) << a << ", " << b;
      ASSERT_EQ(inside.has({a, b}), is_member(a, b)) << a << ", " << b;
    }
  }
}

TEST(Membership, OfRowsIsThatOfTuples) {
  using I = std::int64_t;
  expect_members("a >= b", [](I a, I b) { return a >= b; });
  expect_members("a <= b < 3 * a + 2", [](I a, I b) { return a <= b && b < 3 * a + 2; });
  expect_members("distinct (a, b, 5)", [](I a, I b) { return a != b && a != 5 && b != 5; });
  expect_members("not (a = b or b mod 3 = 1)", [](I a, I b) { return !(a == b || b % 3 == 1); });
  expect_members("min(a, b) = a and floor(b / 2) != 4",
                 [](I a, I b) { return a <= b && b / 2 != 4; });
  expect_members("b band a = a", [](I a, I b) { return (b & a) == a; });
  expect_members("popcount(b) = a", [](I a, I b) {
    return __builtin_popcountll(static_cast<unsigned long long>(b)) == a;
  });
  expect_members("b * 2^53 > 0", [](I, I b) { return b > 0 && b < 1024; });  // beyond it overflows
}

TEST(Membership, OfAGameWithoutWhereHasAll) {
  const Membership inside(parsed("game g(n) (n) -> (n - 1)"));
  EXPECT_TRUE(inside.is_all());
  EXPECT_TRUE(inside.has({7}));
  EXPECT_FALSE(Membership(parsed("game g(n) where n != 7 (n) -> (n - 1)")).has({7}));
  EXPECT_EQ(no_position({7}, "g", "n != 7"), "(7) is no position of g: where n != 7");
}

TEST(Where, FixedCoordinatesAreReplacedInIt) {
  const Rules rules = parsed("game g(a, b)\nwhere a != b\n(a, b) -> (a - k, b) for k >= 1");
  const auto fixed = with_fixed(rules, {1}, {9, 4});
  ASSERT_TRUE(fixed);
  EXPECT_EQ(Membership(*fixed).text(), "a != 4");
}

}  // namespace
}  // namespace grundy::rules
