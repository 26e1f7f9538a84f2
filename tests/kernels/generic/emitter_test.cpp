// What the emitter makes shorter or spares computes what was asked for.
#include "compile/emitter.hpp"

#include <gtest/gtest.h>

#include "compile/compile.hpp"
#include "rules/language/parser.hpp"

namespace grundy::compile {
namespace {

using kernels::lanes;
using kernels::Op;
using kernels::Register;

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

class Emitted : public testing::Test {
 protected:
  // The register's value where the coordinates are x and y.
  std::int64_t value(Register reg, std::int64_t x, std::int64_t y) {
    std::vector<std::int64_t> columns(emitter.registers() * lanes);
    for (const auto& constant : emitter.constants()) columns[constant.out * lanes] = constant.value;
    columns[0] = x;
    columns[lanes] = y;
    kernels::evaluate(emitter.code(0), columns, 1);
    return columns[reg * lanes];
  }

  Emitter emitter{2};
};

TEST_F(Emitted, OneRegisterForEachCoordinate) {
  EXPECT_EQ(emitter.registers(), 2U);
}

TEST_F(Emitted, NothingForFactorsOfOneAndTermsOfZero) {
  EXPECT_EQ(emitter.emit(Op::multiply, 0, emitter.constant(1)), 0);
  EXPECT_EQ(emitter.emit(Op::add, emitter.constant(0), 1), 1);
  EXPECT_TRUE(emitter.code(0).empty());
}

TEST_F(Emitted, DifferencesForNegativeTerms) {
  const Register negative = emitter.emit(Op::multiply, 1, emitter.constant(-1));
  const Register difference = emitter.emit(Op::add, 0, negative);
  EXPECT_EQ(value(negative, 5, 7), -7);
  EXPECT_EQ(value(difference, 5, 7), -2);
  for (const auto& step : emitter.code(0)) EXPECT_EQ(step.op, Op::subtract);
}

TEST_F(Emitted, SignsByComparison) {
  const Register zero = emitter.constant(0);
  const Register difference = emitter.emit(Op::less_equal, zero, emitter.emit(Op::subtract, 0, 1));
  const Register more = emitter.emit(Op::add, 0, emitter.constant(-3));
  const Register sum = emitter.emit(Op::less_equal, zero, more);
  for (const std::int64_t x : {-4, 0, 2, 3, 4, 9})
    for (const std::int64_t y : {-4, 0, 3, 9}) {
      EXPECT_EQ(value(difference, x, y), x - y >= 0) << x << ", " << y;
      EXPECT_EQ(value(sum, x, y), x - 3 >= 0) << x;
    }
}

// Sums and products may wrap around for positions that a rule does not concern: what is compared
// with 0 is then the whole, not its parts.
TEST_F(Emitted, SignsOfWholesThatWrap) {
  const Register twice = emitter.emit(Op::add, 0, 0);
  const Register back = emitter.emit(Op::subtract, twice, 0);
  const Register sign = emitter.emit(Op::less_equal, emitter.constant(0), back);
  EXPECT_EQ(value(sign, greatest, 0), 1);
  const Register lowered = emitter.emit(Op::add, 0, emitter.constant(least));
  EXPECT_EQ(value(emitter.emit(Op::less_equal, emitter.constant(0), lowered), -1, 0), 1);
}

std::size_t divisions(const std::string& text, std::int64_t high) {
  const auto games = rules::parse(text, "test");
  if (!games) {
    ADD_FAILURE() << games.error().message;
    return 0;
  }
  const auto compiled = compile(games->front(), {{0, 0}, {high, high}}, Outputs::ranks);
  if (!compiled) {
    ADD_FAILURE() << compiled.error().message;
    return 0;
  }
  std::size_t count = 0;
  for (const auto& rule : compiled->program().rules)
    for (const auto& step : rule.code)
      count += step.op == Op::floor_divide || step.op == Op::ceil_divide;
  return count;
}

TEST(Limits, ThatOneOfAnotherDivisorImpliesAreLeftOut) {
  EXPECT_EQ(divisions("game g(a, b) (a, b) -> (a - k * b, b) for k >= 1 when 1 <= b", 50), 1u);
  // Here both ends of k depend on a and b.
  EXPECT_EQ(divisions("game g(a in 0..50, b) (a, b) -> (a - k * b, b - 1) for k in -60 .. 60 "
                      "when 1 <= b",
                      50),
            2u);
}

}  // namespace
}  // namespace grundy::compile
