#include <fmt/format.h>
#include <gmock/gmock.h>

#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::HasSubstr;

const Rules game = parsed("game g(a, b)\n param m = 3\n param S = {7, 2}\n (a, b) -> (a - 1, b)\n");

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

TEST(Claim, DividesByPositiveNumbersAlone) {
  for (const char* text :
       {"P when a mod (b - 2000000) < 1", "P when a mod b = 0", "nimber = floor(a / b)",
        "P when a mod b = 0 and b >= 1", "nimber = 1 when ceil(a / b) = 1 and b >= 1, 0",
        "P when b >= 1 or a mod b = 0", "P when valuation(floor(a / b), 2) = 0",
        "P when a mod (a bxor b) = 0", "nimber = a mod b, 0 when b = 0"})
    EXPECT_THAT(mistakes_in_claim(text), HasSubstr("might be zero or negative")) << text;
  EXPECT_THAT(
      mistakes_in_claim("P when a mod (b - 2) = 0"),
      HasSubstr("the divisor in 'a mod (b - 2)' might be zero or negative\n    P when a mod "));
  EXPECT_THAT(mistakes_in_claim("P when a mod (b - 2) = 0"),
              HasSubstr("a condition before it helps, such as 'b - 2 >= 1 and ..'"));
}

TEST(Claim, DividesWhereItIsKnownThatTheDivisorIsPositive) {
  for (const char* text :
       {"P when b >= 1 and a mod b = 0", "P when b > 0 and floor(a / b) in squares",
        "N when b = 0 or a mod b = 0", "nimber = 0 when b < 1, a mod b",
        "P when a mod max(b, 1) = 0", "nimber = floor(a / b) when b > 2, a",
        "P when not (b >= 1 and a mod b = 0)", "P when a mod (valuation(b, 2) + 1) = 0",
        "P when a mod (2 * s) < s for some s in powers(2)", "P when a mod (m - 1) = b"})
    EXPECT_EQ(mistakes_in_claim(text), "none") << text;
}

TEST(Claim, OfNimbersHasPieces) {
  const Claim nimbers = claim("nimber = b + 1 when a > b, 0 when a = b, a");
  EXPECT_EQ(nimbers.quantity, Quantity::nimber);
  ASSERT_EQ(nimbers.pieces.size(), 3u);
  EXPECT_EQ(nimbers.pieces[0].value, number("b + 1"));
  EXPECT_EQ(nimbers.pieces[0].when, condition("a > b"));
  EXPECT_EQ(nimbers.pieces[1].value, constant(0));
  EXPECT_EQ(nimbers.pieces[2].when, Condition());  // always
}

// Sums bind tighter, comparisons looser.
TEST(Claim, MayHaveXorInNumbersAndConditions) {
  using Kind = Claim::Function::Kind;
  const Claim read = claim("nimber = a bxor b + 1 bxor m when min(a, a bxor b) * 2 = b bxor 1, a");
  ASSERT_EQ(read.functions.size(), 3u);
  EXPECT_EQ(read.functions[0],
            (Claim::Function{Kind::exclusive, {number("a"), number("b + 1"), constant(3)}}));
  EXPECT_EQ(read.functions[1], (Claim::Function{Kind::exclusive, {number("a"), number("b")}}));
  EXPECT_EQ(read.functions[2], (Claim::Function{Kind::exclusive, {number("b"), constant(1)}}));
  EXPECT_EQ(read.pieces[0].value, variable(2));
  EXPECT_EQ(read.pieces[0].when.sides[0].arguments[0].arguments[1], variable(3));
  EXPECT_EQ(read.pieces[0].when.sides[1], variable(4));
  EXPECT_EQ(claim("nimber = (a bxor b) bxor 1").functions.size(), 2u);
  EXPECT_EQ(claim("nimber = valuation(a bxor b, 1 bxor m)").functions[1],
            (Claim::Function{Kind::valuation, {variable(2)}, 2}));
  EXPECT_EQ(claim("nimber = 6 bxor m bxor -1").pieces[0].value, constant(-6));
}

TEST(Claim, MayAskForMembership) {
  using Kind = NumberSet::Kind;
  const Claim named = claim("P when a + b in powers(m) or b not in fibonacci and a in powers(3)");
  ASSERT_EQ(named.functions.size(), 3u);
  EXPECT_EQ(named.functions[0],
            (Claim::Function{
                Claim::Function::Kind::member, {number("a + b")}, 0, {Kind::powers, 3, {}}}));
  EXPECT_EQ(named.functions[1].set.kind, Kind::fibonacci);
  EXPECT_EQ(named.p.parts[0], (Condition{Condition::Op::equal, {variable(2), constant(1)}, {}}));
  EXPECT_EQ(named.p.parts[1].parts[0].op, Condition::Op::negation);
  const auto same = [](const std::string& text, const std::string& as) {
    const Claim read = claim("P when " + text);
    EXPECT_TRUE(read.functions.empty()) << text;
    EXPECT_EQ(read.p, condition(as)) << text;
  };
  same("a in odd", "a > 0 and a mod 2 = 1");
  same("a + 1 in even", "a + 1 > 0 and (a + 1) mod 2 = 0");
  same("a in {4, 1, m}", "a = 1 or a = 3 or a = 4");
  same("a in S", "a = 2 or a = 7");
  same("a not in {}", "0 = 0");
  same("not a in {m}", "not a = 3");
  same("a in b .. 2 * m", "b <= a and a <= 6");
  same("a in b .. or b = 0", "b <= a or b = 0");
  same("a not in 3 .. 5 and b = 0", "not (3 <= a and a <= 5) and b = 0");
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
  EXPECT_EQ(read.functions[0], (Claim::Function{Kind::valuation, {number("a + 1")}, 2}));
  EXPECT_EQ(read.functions[1], (Claim::Function{Kind::digit_sum, {number("a")}, 3}));
  EXPECT_EQ(read.functions[2], (Claim::Function{Kind::least_prime, {variable(2)}, 0}));
  EXPECT_EQ(read.pieces[0].value.arguments[0], variable(2));
  EXPECT_EQ(read.pieces[1].value, variable(4));
  const Claim scaled = claim("P when valuation(s, 2) = a for some s in powers(2)");
  EXPECT_EQ(scaled.functions[0].of[0], variable(2));
  EXPECT_EQ(scaled.p.sides[0], variable(3));
  EXPECT_THAT(mistakes_in_claim("P when f(a) = 0"),
              HasSubstr("claim:1:8: there is no function `f`"));
  EXPECT_THAT(mistakes_in_claim("P when f(a) = 0"), HasSubstr("min, max, valuation, power_part"));
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

struct MistakenClaim {
  std::string text, expected;
};

TEST(Claim, MistakesOfXorAndMembershipAreShownAtTheirPlace) {
  for (const auto& [text, expected] : std::initializer_list<MistakenClaim>{
           {"P when a bxor = 0", "claim:1:15: expected a number, a name or `(`, found `=`"},
           {"P when a bxor b", "claim:1:8: expected a condition, found a number"},
           {"P when a bxor (b = 0) = 1", "claim:1:16: expected a number, found a condition"},
           {"nimber = bxor(a, b)", "claim:1:10: there is no function `bxor`"},
           {"nimber = a ^ b", "claim:1:12: rules may say this, claims may not"},
           {"nimber = floor(a bxor b / 3)", "claim:1:16: `floor` takes a quotient"},
           {"nimber = 1 bxor -9223372036854775807", "claim:1:12: this overflows"},
           {"P when a in", "claim:1:12: expected a number"},
           {"P when a not b", "claim:1:14: expected `in`, found `b`"},
           {"P when a in b", "claim:1:13: expected a set, found the number `b`"},
           {"P when a in m", "claim:1:13: expected a set, found the number `m`"},
           {"P when a in fibonaci", "did you mean `fibonacci`?"},
           {"P when a in {b}", "claim:1:14: a member of a set must be constant"},
           {"P when a in {1 .. 3}", "a range needs no braces"},
           {"P when a in powers(1)", "claim:1:20: the base of powers is 1"},
           {"P when a in squares = 1", "claim:1:21: expected the end of the claim, found `=`"},
           {"P when a < b in squares", "join conditions by `and`"},
           {"P when (a = b) in squares", "claim:1:9: expected a number, found a condition"},
           {"nimber = a in squares", "claim:1:12: expected the end of the claim"}})
    EXPECT_THAT(mistakes_in_claim(text), HasSubstr(expected));
}

TEST(Claim, HasALimit) {
  EXPECT_THAT(mistakes_in_claim("P when " + std::string(2 << 20, '(')), HasSubstr("at most"));
  std::string listed = "0", product = "a", nested = "a", pieces = "nimber = 0";
  for (int i = 1; i < 4096; ++i) listed += fmt::format(",{}", i);
  for (int i = 0; i < 50; ++i) product += " * a";
  for (int i = 0; i < 250; ++i) nested = fmt::format("({} bxor b) + 1", nested);
  for (int i = 1; i < 8000; i += 2)
    pieces += fmt::format(" when (a bxor {}) = (b bxor {}), 0", i, i);
  EXPECT_EQ(mistakes_in_claim(fmt::format("P when a in {{{0}}} or b in {{{0}}}", listed)), "none");
  EXPECT_THAT(mistakes_in_claim(fmt::format("P when {} in {{{}}}", product, listed)),
              HasSubstr("more than 100000 numbers"));
  EXPECT_THAT(mistakes_in_claim("nimber = " + nested), HasSubstr("inside each other"));
  EXPECT_THAT(mistakes_in_claim(pieces), HasSubstr("more than 4096 different functions"));
}

}  // namespace
}  // namespace grundy::rules
