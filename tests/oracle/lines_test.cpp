// What is said of an expression for all t holds for each t.
#include "oracle/lines.hpp"

#include <gtest/gtest.h>

#include "generator/draw.hpp"
#include "oracle/evaluate.hpp"
#include "rules/expression.hpp"

namespace grundy::oracle {
namespace {

using generator::Draw;
using rules::Condition;
using rules::Expression;

constexpr std::int64_t unit = std::int64_t{1} << 20;

// Variable 0 is known, 1 is start + step * t, 2 is anything from least to greatest.
struct Setting {
  std::int64_t known, start, step, least, greatest;

  Lines lines() const {
    return {exactly(known), exactly(start, step), {exactly(least).lower, exactly(greatest).upper}};
  }
  std::vector<std::int64_t> at(std::int64_t t, std::int64_t other) const {
    return {known, start + step * t, other};
  }
};

Expression random_expression(Draw& draw, int depth) {
  if (depth == 0 || draw.chance(15))
    return draw.chance(40) ? rules::constant(draw.between(-4, 9)) : rules::variable(draw.index(3));
  Expression expression;
  expression.op = static_cast<Expression::Op>(2 + draw.below(8));
  const int arguments = divides(expression.op) || draw.chance(80) ? 2 : 3;
  for (int i = 0; i < arguments; ++i)
    expression.arguments.push_back(random_expression(draw, depth - 1));
  if (expression.op < Expression::Op::minimum) expression.arguments.resize(2);
  if (divides(expression.op) && draw.chance(70))
    expression.arguments[1] = rules::constant(draw.between(1, 5));
  return expression;
}

Condition random_condition(Draw& draw, int depth) {
  Condition condition;
  if (depth == 0 || draw.chance(40)) {
    condition.op = static_cast<Condition::Op>(draw.below(6));
    condition.sides = {random_expression(draw, 2), random_expression(draw, 2)};
    return condition;
  }
  condition.op = static_cast<Condition::Op>(6 + draw.below(3));
  const int parts = condition.op == Condition::Op::negation ? 1 : 2;
  for (int i = 0; i < parts; ++i) condition.parts.push_back(random_condition(draw, depth - 1));
  return condition;
}

Setting random_setting(Draw& draw) {
  const std::int64_t least = draw.between(-6, 6);
  return {draw.between(-9, 9), draw.between(-9, 9), draw.chance(50) ? 1 : -1, least,
          least + draw.between(0, 5)};
}

// Divisors are positive wherever rules are played; elsewhere nothing is said.
bool has_positive_divisors(const Expression& expression, const std::vector<std::int64_t>& values) {
  for (const Expression& argument : expression.arguments)
    if (!has_positive_divisors(argument, values)) return false;
  if (!divides(expression.op)) return true;
  const auto divisor = evaluate(expression.arguments[1], values);
  return divisor && *divisor > 0;
}

bool has_positive_divisors(const Condition& condition, const std::vector<std::int64_t>& values) {
  for (const Expression& side : condition.sides)
    if (!has_positive_divisors(side, values)) return false;
  for (const Condition& part : condition.parts)
    if (!has_positive_divisors(part, values)) return false;
  return true;
}

Wide at(const Line& line, std::int64_t t) {
  return line.at + line.slope * t;
}

TEST(Lines, HoldAnExpressionForAllT) {
  Draw draw(20);
  std::uint64_t compared = 0, with_slope = 0;
  for (int number = 0; number < 20'000; ++number) {
    const Setting setting = random_setting(draw);
    const Expression expression = random_expression(draw, 3);
    const Between found = between(expression, setting.lines());
    with_slope += found.upper && found.upper->slope < 0;
    for (const std::int64_t t : {0, 1, 2, 3, 7, 20, 1000})
      for (std::int64_t other = setting.least; other <= setting.greatest; ++other) {
        const auto values = setting.at(t, other);
        if (!has_positive_divisors(expression, values)) continue;
        const auto value = evaluate(expression, values);
        ASSERT_TRUE(value);
        const Wide exact = Wide{*value} * unit;
        ASSERT_TRUE(!found.lower || at(*found.lower, t) <= exact) << number << ", t = " << t;
        ASSERT_TRUE(!found.upper || at(*found.upper, t) >= exact) << number << ", t = " << t;
        compared += found.lower || found.upper;
      }
  }
  EXPECT_GT(compared, 200'000u);
  EXPECT_GT(with_slope, 1000u);
}

TEST(Lines, SayHowLongAConditionMayHold) {
  Draw draw(21);
  std::uint64_t ended = 0;
  for (int number = 0; number < 20'000; ++number) {
    const Setting setting = random_setting(draw);
    const Condition condition = random_condition(draw, 2);
    const std::int64_t last = last_that_holds(condition, setting.lines());
    if (last == for_ever) continue;
    ++ended;
    for (const std::int64_t more : {1, 2, 3, 10, 300})
      for (std::int64_t other = setting.least; other <= setting.greatest; ++other) {
        const auto values = setting.at(last + more, other);
        if (!has_positive_divisors(condition, values)) continue;
        const auto value = holds(condition, values);
        ASSERT_TRUE(value);
        ASSERT_FALSE(*value) << number << ", last " << last << ", " << more << " more";
      }
  }
  EXPECT_GT(ended, 4000u);
}

TEST(Lines, AreTightForSumsOfWhatGoesOn) {
  const Lines variables{exactly(17), exactly(1, 1)};
  // a - k >= 0 ends with k = 17, t = 16; a - floor(k / 2) >= 0 with k = 35.
  const Expression a = rules::variable(0), k = rules::variable(1);
  const Expression rest{Expression::Op::subtract, 0, {a, k}};
  EXPECT_EQ(last_at_most(exactly(0), between(rest, variables)), 16);
  const Expression half{Expression::Op::floor_divide, 0, {k, rules::constant(2)}};
  const Expression slow{Expression::Op::subtract, 0, {a, half}};
  EXPECT_EQ(last_at_most(exactly(0), between(slow, variables)), 34);
}

TEST(Lines, AreMissingWhereNumbersDoNotFit) {
  const std::int64_t large = std::int64_t{1} << 62;
  const Lines variables{exactly(large), exactly(large)};
  const Expression square{Expression::Op::multiply, 0, {rules::variable(0), rules::variable(1)}};
  const Between found = between(square, variables);
  EXPECT_FALSE(found.lower);
  EXPECT_FALSE(found.upper);
}

}  // namespace
}  // namespace grundy::oracle
