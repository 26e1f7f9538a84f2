#include "oracle/evaluate.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/build_rules.hpp"

namespace grundy::oracle {
namespace {

using namespace grundy::support;
using Op = Expression::Op;
using Compare = Condition::Op;

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();

std::int64_t value(const Expression& expression, const std::vector<std::int64_t>& variables = {}) {
  const auto result = evaluate(expression, variables);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : -999;
}

bool truth(const Condition& condition, const std::vector<std::int64_t>& variables = {}) {
  const auto result = holds(condition, variables);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result && *result;
}

TEST(Evaluate, DivisionRoundsAsNamedAndTheRemainderHasTheSignOfTheDivisor) {
  struct Row {
    std::int64_t a, b, floor, ceil, mod;
  };
  for (const Row& row : {Row{7, 2, 3, 4, 1}, Row{-7, 2, -4, -3, 1}, Row{7, -2, -4, -3, -1},
                         Row{-7, -2, 3, 4, -1}, Row{8, 2, 4, 4, 0}, Row{-8, 2, -4, -4, 0},
                         Row{0, 5, 0, 0, 0}, Row{1, 5, 0, 1, 1}, Row{-1, 5, -1, 0, 4}}) {
    SCOPED_TRACE(testing::Message() << row.a << " by " << row.b);
    EXPECT_EQ(value(make(Op::floor_divide, {c(row.a), c(row.b)})), row.floor);
    EXPECT_EQ(value(make(Op::ceil_divide, {c(row.a), c(row.b)})), row.ceil);
    EXPECT_EQ(value(make(Op::modulo, {c(row.a), c(row.b)})), row.mod);
  }
}

TEST(Evaluate, VariablesAreNumberedCoordinatesFirst) {
  EXPECT_EQ(value(x(0) - x(1) * x(2), {10, 3, 2}), 4);
}

TEST(Evaluate, LeastAndGreatestOfMany) {
  EXPECT_EQ(value(make(Op::minimum, {c(4), c(-2), c(9)})), -2);
  EXPECT_EQ(value(make(Op::maximum, {c(4), c(-2), c(9)})), 9);
}

TEST(Evaluate, OverflowIsAnError) {
  EXPECT_EQ(value(c(int64_max - 1) + c(1)), int64_max);
  EXPECT_FALSE(evaluate(c(int64_max) + c(1), {}));
  EXPECT_FALSE(evaluate(c(int64_min) - c(1), {}));
  EXPECT_FALSE(evaluate(c(int64_max / 2 + 1) * c(2), {}));
  EXPECT_FALSE(evaluate(make(Op::floor_divide, {c(int64_min), c(-1)}), {}));
}

TEST(Evaluate, DivisionByZeroIsAnError) {
  for (const Op op : {Op::floor_divide, Op::ceil_divide, Op::modulo})
    EXPECT_FALSE(evaluate(make(op, {c(1), c(0)}), {}));
}

TEST(Holds, Comparisons) {
  struct Row {
    Compare op;
    bool less, equal, greater;
  };
  for (const Row& row :
       {Row{Compare::equal, false, true, false}, Row{Compare::not_equal, true, false, true},
        Row{Compare::less, true, false, false}, Row{Compare::less_equal, true, true, false},
        Row{Compare::greater, false, false, true},
        Row{Compare::greater_equal, false, true, true}}) {
    EXPECT_EQ(truth(compare(c(1), row.op, c(2))), row.less);
    EXPECT_EQ(truth(compare(c(2), row.op, c(2))), row.equal);
    EXPECT_EQ(truth(compare(c(3), row.op, c(2))), row.greater);
  }
}

TEST(Holds, PartsCombine) {
  const auto is = [](bool wanted) { return compare(c(wanted), Compare::equal, c(1)); };
  for (const bool a : {false, true})
    for (const bool b : {false, true}) {
      EXPECT_EQ(truth(combine(Compare::all_of, {is(a), is(b)})), a && b);
      EXPECT_EQ(truth(combine(Compare::any_of, {is(a), is(b)})), a || b);
      EXPECT_EQ(truth(combine(Compare::negation, {is(a)})), !a);
    }
  EXPECT_TRUE(truth(always()));
  EXPECT_FALSE(truth(combine(Compare::any_of, {})));
}

TEST(Holds, APartThatSettlesTheAnswerGuardsTheNext) {
  const auto divides = compare(make(Op::modulo, {c(6), x(0)}), Compare::equal, c(0));
  const auto positive = compare(x(0), Compare::greater, c(0));
  const auto guarded = combine(Compare::all_of, {positive, divides});
  EXPECT_FALSE(truth(guarded, {0}));
  EXPECT_TRUE(truth(guarded, {3}));
  const std::vector<std::int64_t> zero{0};
  EXPECT_FALSE(holds(combine(Compare::all_of, {divides, positive}), zero));
}

}  // namespace
}  // namespace grundy::oracle
