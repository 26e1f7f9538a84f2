// Expressions that ordinary algebra makes equal have equal polynomials.
#include "rules/proofs/polynomial.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

Polynomial polynomial(const std::string& text) {
  return Polynomial(number(text));
}
std::string written(const std::string& text) {
  return to_string(polynomial(text).expression(), a_and_b);
}
void expect_same(const std::string& left, const std::string& right) {
  EXPECT_EQ(polynomial(left), polynomial(right)) << left << " and " << right;
}

TEST(Polynomials, KnowAlgebra) {
  expect_same("a - b + b", "a");
  expect_same("(a + b) * (a - b)", "a * a - b * b");
  expect_same("2 * (a + 3) - a", "a + 6");
  expect_same("a * b * a", "b * a * a");
  expect_same("(a + 1) * (a + 1)", "a * a + 2 * a + 1");
  EXPECT_EQ(polynomial("a - a").as_constant(), 0);
  EXPECT_TRUE(polynomial("a - a").terms().empty());
}

TEST(Polynomials, ReachIntoAtomsOnlyAsFarAsTheirStructure) {
  expect_same("floor(a / 2) + b - floor(a / 2)", "b");
  EXPECT_NE(polynomial("floor(a / 2)"), polynomial("ceil(a / 2)"));
  EXPECT_NE(polynomial("min(a, b)"), polynomial("max(a, b)"));
  EXPECT_NE(polynomial("a"), polynomial("b"));
  EXPECT_NE(polynomial("a mod 2"), polynomial("a mod 3"));
}

TEST(Polynomials, Constants) {
  EXPECT_EQ(polynomial("7").as_constant(), 7);
  EXPECT_EQ(polynomial("a + 7 - a").as_constant(), 7);
  EXPECT_EQ(polynomial("a").as_constant(), std::nullopt);
  EXPECT_EQ(polynomial("a + 1").as_constant(), std::nullopt);
  EXPECT_EQ(Polynomial(std::int64_t{0}), Polynomial());
}

TEST(Polynomials, Mention) {
  EXPECT_TRUE(polynomial("a + floor(b / 2)").mentions(1));
  EXPECT_FALSE(polynomial("a + b - b").mentions(1));
  EXPECT_FALSE(polynomial("3").mentions(0));
}

TEST(Polynomials, WriteWhatTheyRead) {
  for (const char* text : {"a - b", "3 * a * b - 7", "floor(a / 2) * b", "0 - a", "5", "a * a - b"})
    EXPECT_EQ(polynomial(written(text)), polynomial(text)) << text << " as " << written(text);
  EXPECT_EQ(written("a - a"), "0");
}

TEST(Polynomials, SplitOffAVariable) {
  const auto parts = polynomial("3 * a * b - 2 * a + b + 7").split(0);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->coefficient, polynomial("3 * b - 2"));
  EXPECT_EQ(parts->rest, polynomial("b + 7"));
  EXPECT_EQ(polynomial("b").split(0)->coefficient, Polynomial());
  EXPECT_FALSE(polynomial("a * a").split(0)) << "not linear";
  EXPECT_FALSE(polynomial("b + floor(a / 2)").split(0)) << "inside an atom";
  EXPECT_TRUE(polynomial("a + floor(b / 2)").split(0));
}

TEST(Polynomials, Substitute) {
  const auto replaced = polynomial("a * b - 2 * a").substitute(0, polynomial("b + 1"));
  ASSERT_TRUE(replaced);
  EXPECT_EQ(*replaced, polynomial("b * b - b - 2"));
  EXPECT_FALSE(polynomial("a mod 2").substitute(0, polynomial("b")));
  EXPECT_EQ(polynomial("b mod 2").substitute(0, polynomial("b")), polynomial("b mod 2"));
}

TEST(Polynomials, CoefficientsBeyond64BitsThrow) {
  const Polynomial large(std::numeric_limits<std::int64_t>::max());
  EXPECT_THROW(large + Polynomial(1), std::overflow_error);
  EXPECT_THROW(large * Polynomial(2), std::overflow_error);
  EXPECT_EQ((large - large).as_constant(), 0);
}

}  // namespace
}  // namespace grundy::rules
