// What claims say of single positions; random ones are in law/claims_test.py.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>

#include "oracle/evaluate.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::oracle {
namespace {

using testing::HasSubstr;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

// The number, or why there is none.
std::string said(const std::string& text, std::int64_t a, std::int64_t b) {
  static const rules::Rules game =
      rules::parsed("game g(a in -1000.., b in -1000..)\n (a, b) -> (a - 1, b)\n");
  const auto claim = rules::parse_claim(text, game);
  if (!claim) return claim.error().message;
  const auto value = claimed(*claim, {a, b});
  return value ? std::to_string(*value) : value.error().message;
}

TEST(Claimed, XorIsThatOfBinaryDigits) {
  EXPECT_EQ(said("nimber = a bxor b", 12, 10), "6");
  EXPECT_EQ(said("nimber = a + 1 bxor b * 2", 12, 10), "25");
  EXPECT_EQ(said("nimber = a + (1 bxor b) * 2", 12, 10), "34");
  EXPECT_EQ(said("nimber = a bxor b bxor a bxor 3 bxor b", 12, 10), "3");
  EXPECT_EQ(said("nimber = (floor(a / 3) bxor floor(b / 3)) * 3 + (a + b) mod 3", 7, 11), "3");
  EXPECT_EQ(said("nimber = digit_sum(a bxor b, 2) bxor 8", 12, 10), "10");
  EXPECT_EQ(said("nimber = 1 when a bxor b > a, 0", 12, 10), "0");
  EXPECT_EQ(said("nimber = 1 when 5 < a bxor b < 7, 0", 12, 10), "1");
}

// -1 has all of them, so that -1 bxor n = -1 - n.
TEST(Claimed, XorOfNegativeNumbersIsThatOfTwosComplement) {
  for (std::int64_t n = -9; n <= 9; ++n) {
    EXPECT_EQ(said("nimber = a bxor b", -1, n), std::to_string(-1 - n));
    EXPECT_EQ(said("nimber = a bxor b bxor a", n, -6), "-6");
  }
  EXPECT_EQ(said("nimber = (a - 1 bxor b - 1) + 1", 0, 0), "1");
  EXPECT_EQ(said("nimber = a bxor b", -12, 10), "-2");
}

TEST(Claimed, MembersAreThoseOfTheSetsOfRules) {
  const auto members = [](const std::string& set) {
    std::string all;
    for (int n = -9; n <= 30; ++n)
      if (said("nimber = 1 when a in " + set + ", 0", n, 0) == "1") all += fmt::format(" {}", n);
    return all;
  };
  EXPECT_EQ(members("odd"), " 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29");
  EXPECT_EQ(members("even"), " 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30");
  EXPECT_EQ(members("fibonacci"), " 1 2 3 5 8 13 21");
  EXPECT_EQ(members("squares"), " 1 4 9 16 25");
  EXPECT_EQ(members("factorials"), " 1 2 6 24");
  EXPECT_EQ(members("primes"), " 2 3 5 7 11 13 17 19 23 29");
  EXPECT_EQ(members("powers(3)"), " 1 3 9 27");
  EXPECT_EQ(members("{12, -3, 0}"), " -3 0 12");
  EXPECT_EQ(members("-2 .. 1 + 1"), " -2 -1 0 1 2");
  EXPECT_EQ(members("28 .."), " 28 29 30");
  EXPECT_EQ(members("{}"), "");
}

// Only what a claim says in the end must fit 64 bits. (cold, hot) is a P-position of Wythoff's
// game.
TEST(Claimed, NumbersOnTheWayMayTake128Bits) {
  constexpr std::int64_t cold = 618'033'988'749'894'846, hot = 999'999'999'999'999'997;
  const std::string difference = "(b - a)";
  const std::string low = "a * a - a * " + difference + " - " + difference + " * " + difference;
  const std::string is_cold = "P when " + low + " <= 0 and " + low + " + a + a - b + a + 1 > 0";
  EXPECT_EQ(said(is_cold, cold, hot), "0");
  EXPECT_EQ(said(is_cold, cold, hot - 1), "1");
  EXPECT_EQ(said("nimber = floor(a * b / 999999999999999997)", cold, hot), std::to_string(cold));
  EXPECT_EQ(said("nimber = a * b - a * (b - 1)", cold, hot), std::to_string(cold));
  EXPECT_THAT(said("nimber = a * b", cold, hot), HasSubstr("does not fit 64 bits"));
  EXPECT_THAT(said("nimber = a * b * b - a * b * b", cold, hot),
              HasSubstr("does not fit 128 bits"));
}

TEST(Claimed, LargeNumbersAreRightOrRefused) {
  const auto is_in = [](const std::string& set, std::int64_t n) {
    return said("nimber = 1 when a in " + set + ", 0", n, 0);
  };
  constexpr std::int64_t square = 3'037'000'499LL * 3'037'000'499LL;
  constexpr std::int64_t fibonacci = 7'540'113'804'746'346'429;
  constexpr std::int64_t factorial = 2'432'902'008'176'640'000;
  for (const std::int64_t off : {-1, 0, 1}) {
    const std::string exactly = off == 0 ? "1" : "0";
    EXPECT_EQ(is_in("squares", square + off), exactly);
    EXPECT_EQ(is_in("fibonacci", fibonacci + off), exactly);
    EXPECT_EQ(is_in("factorials", factorial + off), exactly);
    EXPECT_EQ(is_in("powers(2)", (std::int64_t{1} << 62) + off), exactly);
  }
  for (const char* const set : {"squares", "fibonacci", "factorials", "powers(2)"}) {
    EXPECT_EQ(is_in(set, largest), "0");
    EXPECT_EQ(is_in(set, -largest), "0");
  }
  EXPECT_EQ(is_in("primes", 999'999'999'989), "1");
  EXPECT_THAT(is_in("primes", largest),
              HasSubstr("(9223372036854775807 is too large to be factored) at (92233"));
  EXPECT_EQ(said("nimber = a bxor b", largest, -largest), "-2");
  EXPECT_THAT(said("nimber = (a bxor b) - 1", -largest, 1), HasSubstr("does not fit 64 bits"));
  EXPECT_THAT(said("P when a * a bxor b = 0", largest, 1), HasSubstr("does not fit 64 bits"));
}

TEST(Claimed, WhatIsBesideThePointIsNotWorkedOut) {
  const std::string guarded = "nimber = 5 when b <= 0, floor(a / b) bxor 1";
  EXPECT_EQ(said(guarded, 8, 2), "5");
  EXPECT_EQ(said(guarded, 8, 0), "5");
  EXPECT_EQ(said("P when b > 0 and floor(a / b) in squares", 8, 2), "0");
  EXPECT_EQ(said("P when b > 0 and floor(a / b) in squares", 8, 0), "1");
  EXPECT_EQ(said("nimber = 0 when a > 1000, prime_factors(a)", largest, 0), "0");
  EXPECT_THAT(said("P when floor(a / b) in squares", 8, 0), HasSubstr("might be zero or negative"));
}

}  // namespace
}  // namespace grundy::oracle
