// Precedence, folding, and that what is printed reads back as the same tree.
#include "rules/expression.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <limits>
#include <random>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

std::string round_trip(const std::string& text) {
  return to_string(number(text), a_and_b);
}
std::string condition_round_trip(const std::string& text) {
  return to_string(condition(text), a_and_b);
}

TEST(Expressions, PrintWithTheParenthesesTheyNeed) {
  for (const char* text : {"a",
                           "a - b",
                           "a - (b - 1)",
                           "a - b - 1",
                           "a + (b + 1)",
                           "(a + 1) * b",
                           "a + 1 * b",
                           "a * (b mod 3)",
                           "a * b mod 3",
                           "-a",
                           "-(a + b)",
                           "-a * b",
                           "a * -b",
                           "a + -3",
                           "floor(a / 2)",
                           "ceil((a + b) / 3)",
                           "floor(floor(a / 2) / 2)",
                           "floor((a * b) / 2)",
                           "min(a, b, 3)",
                           "max(min(a, 1), b + 1)",
                           "(a - 1) mod 7",
                           "a band b band 3",
                           "(a band b) bor 3",
                           "a + 1 bxor b * 2",
                           "(a bxor b) + 1",
                           "2^a",
                           "2^(a + 1) * b",
                           "3 * 2^a",
                           "popcount(a)",
                           "gcd(a, b + 1)"})
    EXPECT_EQ(round_trip(text), text);
}

TEST(Expressions, BindTighterInTheUsualOrder) {
  EXPECT_EQ(number("a + b * 2"), number("a + (b * 2)"));
  EXPECT_EQ(number("a - b - 2"), number("(a - b) - 2"));
  EXPECT_EQ(number("-a * b"), number("(-a) * b"));
  EXPECT_EQ(number("a mod 3 * b"), number("(a mod 3) * b"));
  EXPECT_EQ(number("0 - a"), number("-a"));
}

TEST(Expressions, ConstantsAreWorkedOut) {
  EXPECT_EQ(number("1 + 2 * 3 - 4"), constant(3));
  EXPECT_EQ(number("--5"), constant(5));
  EXPECT_EQ(number("floor(-7 / 2)"), constant(-4));
  EXPECT_EQ(number("floor(7 / 2)"), constant(3));
  EXPECT_EQ(number("ceil(7 / 2)"), constant(4));
  EXPECT_EQ(number("ceil(-7 / 2)"), constant(-3));
  EXPECT_EQ(number("-7 mod 3"), constant(2));
  EXPECT_EQ(number("7 mod 3"), constant(1));
  EXPECT_EQ(number("min(3, -2, 5)"), constant(-2));
  EXPECT_EQ(number("max(3, -2, 5)"), constant(5));
  EXPECT_EQ(number("a + 2 * 3"), number("a + 6"));
  EXPECT_EQ(number("12 band 10"), constant(8));
  EXPECT_EQ(number("12 bor 10"), constant(14));
  EXPECT_EQ(number("12 bxor 10 bxor 1"), constant(7));
  EXPECT_EQ(number("-1 band 10"), constant(10));
  EXPECT_EQ(number("2^10"), constant(1024));
  EXPECT_EQ(number("-2^2"), constant(-4));
  EXPECT_EQ(number("2^3^2"), constant(512));
  EXPECT_EQ(number("a^2"), number("a * a"));
  EXPECT_EQ(number("popcount(21)"), constant(3));
  EXPECT_EQ(number("gcd(-12, 18)"), constant(6));
}

TEST(Expressions, CalculationStopsAtTheEndsOfTheIntegers) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  using Op = Expression::Op;
  const auto calculate = [](Op op, std::int64_t a, std::int64_t b) {
    return rules::calculate(Expression{op, 0, {}}, std::array{a, b});
  };
  EXPECT_EQ(calculate(Op::add, most - 1, 1), most);
  EXPECT_EQ(calculate(Op::add, most, 1), std::nullopt);
  EXPECT_EQ(calculate(Op::subtract, -most, 1), std::nullopt) << "-2^63 has no negative";
  EXPECT_EQ(calculate(Op::multiply, most, 2), std::nullopt);
  EXPECT_EQ(calculate(Op::floor_divide, -most, most), -1);
  EXPECT_EQ(calculate(Op::ceil_divide, most, most - 1), 2);
  EXPECT_EQ(calculate(Op::power, 2, 62), std::int64_t{1} << 62);
  EXPECT_EQ(calculate(Op::power, 2, 63), std::nullopt);
  EXPECT_EQ(calculate(Op::power, 1, most), 1);
}

TEST(Expressions, HaveNoValueOutsideTheirDomain) {
  using Op = Expression::Op;
  const Expression element{Op::element, 0, {}, Array({4, 5})};
  EXPECT_EQ(calculate(element, std::array{std::int64_t{1}}), 5);
  for (const std::int64_t outside : {-1, 2})
    EXPECT_EQ(calculate(element, std::array{outside}), std::nullopt);
  EXPECT_EQ(calculate({Op::popcount, 0, {}}, std::array{std::int64_t{-1}}), std::nullopt);
  EXPECT_EQ(calculate({Op::power, 0, {}}, std::array{std::int64_t{2}, std::int64_t{-1}}),
            std::nullopt);
  EXPECT_EQ(calculate({Op::modulo, 0, {}}, std::array{std::int64_t{2}, std::int64_t{0}}),
            std::nullopt);
}

TEST(Conditions, PrintWithTheParenthesesTheyNeed) {
  for (const char* text :
       {"a = b", "a != b and a < 3", "a <= b or b >= 3 + a", "(a = 1 or b = 1) and a > b",
        "(a = 1 and b = 1) or a > b", "not a = b", "not (a = 1 or b = 1)", "not not a = b"})
    EXPECT_EQ(condition_round_trip(text), text);
}

TEST(Conditions, AndBindsTighterThanOr) {
  EXPECT_EQ(condition("a = 1 or a = 2 and b = 1"), condition("a = 1 or (a = 2 and b = 1)"));
  EXPECT_EQ(condition("not a = 1 and b = 1"), condition("(not a = 1) and b = 1"));
}

TEST(Conditions, ParenthesesAreNeverAmbiguous) {
  EXPECT_EQ(condition("(a + 1) * 2 = b"), condition("(((a + 1) * 2) = b)"));
  EXPECT_EQ(condition("((a)) = ((b))"), condition("a = b"));
  EXPECT_EQ(condition("((a = b))"), condition("a == b"));
}

TEST(Conditions, ComparisonsChain) {
  EXPECT_EQ(condition("1 <= a < b"), condition("1 <= a and a < b"));
  EXPECT_EQ(condition_round_trip("1 <= a < b != 4"), "1 <= a and a < b and b != 4");
}

TEST(Conditions, NestingOfEqualsIsFlat) {
  EXPECT_EQ(condition("a = 1 and (a = 2 and a = 3)").parts.size(), 3u);
  EXPECT_EQ(condition("(a = 1 or a = 2) or a = 3").parts.size(), 3u);
}

TEST(Conditions, ConstantPartsAreWorkedOut) {
  EXPECT_EQ(condition("a = 1 and 1 = 1"), condition("a = 1"));
  EXPECT_EQ(condition("a = 1 or 1 = 2"), condition("a = 1"));
  EXPECT_TRUE(is_true(condition("a = 1 or 1 < 2")));
  EXPECT_TRUE(is_false(condition("a = 1 and not 1 < 2")));
  EXPECT_EQ(to_string(Condition{}, {}), "0 = 0");
  EXPECT_EQ(to_string(Condition{Condition::Op::any_of, {}, {}}, {}), "0 = 1");
}

class RandomTrees {
 public:
  explicit RandomTrees(unsigned seed) : random_(seed) {}

  std::string number(int depth) {
    const auto part = [&] { return fmt::format("({})", number(depth - 1)); };
    switch (depth == 0 ? roll(2) : roll(9)) {
      case 0:
        return roll(2) == 0 ? "a" : "b";
      case 1:
        return fmt::format("{}", roll(9));
      case 2:
        return fmt::format("{} + {}", part(), part());
      case 3:
        return fmt::format("{} - {}", part(), part());
      case 4:
        return fmt::format("{} * {}", part(), part());
      case 5:
        return fmt::format("-{}", part());
      case 6:
        return fmt::format("{} mod {}", part(), 1 + roll(9));
      case 7:
        return fmt::format("ceil({} / {})", part(), 1 + roll(9));
      default:
        return fmt::format("min({}, {})", part(), part());
    }
  }

  std::string condition(int depth) {
    const auto part = [&] { return fmt::format("({})", condition(depth - 1)); };
    switch (depth == 0 ? 0 : roll(4)) {
      case 0:
        return fmt::format("{} <= {}", number(2), number(2));
      case 1:
        return fmt::format("{} and {}", part(), part());
      case 2:
        return fmt::format("{} or {} or {}", part(), part(), part());
      default:
        return fmt::format("not {}", part());
    }
  }

 private:
  unsigned roll(unsigned sides) { return static_cast<unsigned>(random_() % sides); }
  std::mt19937 random_;
};

TEST(Conditions, RandomOnesReadBackAsTheSameTree) {
  RandomTrees trees(/*seed=*/1939);
  for (int i = 0; i < 300; ++i) {
    const std::string text = trees.condition(3);
    const Condition once = condition(text);
    EXPECT_EQ(condition(to_string(once, a_and_b)), once) << text;
  }
}

}  // namespace
}  // namespace grundy::rules
