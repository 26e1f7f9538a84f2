#include "rules/claim.hpp"

#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::HasSubstr;

const Rules game = parsed("game g(a, b)\n param m = 3\n (a, b) -> (a - 1, b)\n");

Claim claim(const std::string& text) {
  auto read = parse_claim(text, game);
  if (!read) ADD_FAILURE() << read.error().message;
  return read ? *read : Claim();
}

std::string mistakes_in_claim(const std::string& text) {
  const auto read = parse_claim(text, game);
  return read ? "none" : read.error().message;
}

TEST(Claim, IsReadInTheLanguageOfRules) {
  const Claim p = claim("P when a mod m = 0 and b = 0");
  EXPECT_EQ(p.quantity, Quantity::outcome);
  EXPECT_EQ(p.p, condition("a mod 3 = 0 and b = 0"));
  EXPECT_EQ(claim("N when a > b").p, condition("not a > b"));
}

TEST(Claim, OfNimbersHasPiecesAndTerms) {
  const Claim nimbers = claim("nimber = a bxor b + 1 bxor m when a > b, 0 when a = b, a");
  EXPECT_EQ(nimbers.quantity, Quantity::nimber);
  ASSERT_EQ(nimbers.pieces.size(), 3u);
  EXPECT_EQ(nimbers.pieces[0].terms, (std::vector{number("a"), number("b + 1"), constant(3)}));
  EXPECT_EQ(nimbers.pieces[0].when, condition("a > b"));
  EXPECT_EQ(nimbers.pieces[1].terms, std::vector{constant(0)});
  EXPECT_EQ(nimbers.pieces[2].when, Condition());  // always
}

TEST(Claim, OfOutcomesMayHoldForSomePower) {
  const Claim p = claim("P when a <= s and s < 2 * b for some s in powers(m)");
  ASSERT_TRUE(p.scale);
  EXPECT_EQ(p.scale->name, "s");
  EXPECT_EQ(p.scale->base, 3);
  EXPECT_EQ(p.p.parts[0].sides[1], variable(2));
  EXPECT_FALSE(claim("P when a = 0").scale);
  EXPECT_THAT(mistakes_in_claim("P when a = s for some s in odd"), HasSubstr("about powers"));
  EXPECT_THAT(mistakes_in_claim("P when a = s for s in powers(2)"), HasSubstr("`some`"));
  EXPECT_THAT(mistakes_in_claim("P when a = 0 for some b in powers(2)"), HasSubstr("coordinate"));
  EXPECT_THAT(mistakes_in_claim("N when a = s for some s in powers(2)"), HasSubstr("the end"));
  EXPECT_THAT(mistakes_in_claim("P when a = s for some s in powers(1)"), HasSubstr("at least 2"));
  EXPECT_THAT(mistakes_in_claim("P when a = 0 for some s in"), HasSubstr("claim:1:27"));
}

TEST(Claim, MayHaveFunctionsWhichAreVariables) {
  using Kind = Claim::Function::Kind;
  const Claim read = claim(
      "nimber = valuation(a + 1, 2) + b when digit_sum(a, m) mod 2 = 0,"
      " least_prime(valuation(a + 1, 2))");
  ASSERT_EQ(read.functions.size(), 3u);
  EXPECT_EQ(read.functions[0], (Claim::Function{Kind::valuation, number("a + 1"), 2}));
  EXPECT_EQ(read.functions[1], (Claim::Function{Kind::digit_sum, number("a"), 3}));
  EXPECT_EQ(read.functions[2], (Claim::Function{Kind::least_prime, variable(2), 0}));
  EXPECT_EQ(read.pieces[0].terms[0].arguments[0], variable(2));
  EXPECT_EQ(read.pieces[1].terms[0], variable(4));
  const Claim scaled = claim("P when valuation(s, 2) = a for some s in powers(2)");
  EXPECT_EQ(scaled.functions[0].of, variable(2));
  EXPECT_EQ(scaled.p.sides[0], variable(3));
  EXPECT_THAT(mistakes_in_claim("P when f(a) = 0"),
              HasSubstr("claim:1:8: there is no function `f`"));
  EXPECT_THAT(mistakes_in_claim("P when valuation(a) = 0"), HasSubstr("a number and a base"));
  EXPECT_THAT(mistakes_in_claim("P when least_prime(a, 2) = 0"), HasSubstr("takes one number"));
  EXPECT_THAT(mistakes_in_claim("P when digit_sum(a, b) = 0"), HasSubstr("must be constant"));
  EXPECT_THAT(mistakes_in_claim("P when digit_sum(a, 1) = 0"), HasSubstr("at least 2"));
}

TEST(Claim, MistakesAreShownAtTheirPlace) {
  EXPECT_THAT(mistakes_in_claim(""), HasSubstr("claim:1:1: expected `P when ..`"));
  EXPECT_THAT(mistakes_in_claim("P a = 0"), HasSubstr("claim:1:3: expected `when`"));
  EXPECT_THAT(mistakes_in_claim("P when c = 0"), HasSubstr("claim:1:8: "));
  EXPECT_THAT(mistakes_in_claim("P when a"), HasSubstr("expected a condition"));
  EXPECT_THAT(mistakes_in_claim("nimber = a > 0"), HasSubstr("claim:1:12: expected the end"));
  EXPECT_THAT(mistakes_in_claim("nimber = a bxor"), HasSubstr("claim:1:16: expected a number"));
  EXPECT_THAT(mistakes_in_claim("nimber = a mod 0"), HasSubstr("division by 0"));
  EXPECT_THAT(mistakes_in_claim("nimber = a, "), HasSubstr("expected a number"));
  EXPECT_THAT(mistakes_in_claim("remoteness = a"), HasSubstr("`nimber = ..`"));
}

TEST(Claim, HasALimit) {
  EXPECT_THAT(mistakes_in_claim("P when " + std::string(2 << 20, '(')), HasSubstr("at most"));
}

}  // namespace
}  // namespace grundy::rules
