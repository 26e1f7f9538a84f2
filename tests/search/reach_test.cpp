// Searches that are too large are known before they begin.
#include "search/reach.hpp"

#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::lazy {
namespace {

double reach(const std::string& text, const Position& position) {
  return least_reach(rules::parsed(text), position);
}

TEST(Reach, IsThatOfMovesThatNothingStops) {
  EXPECT_EQ(reach("game g(n) (n) -> (n - k * k * k) for k >= 1", {999}), 1000);
  EXPECT_EQ(reach("game g(n in 10..) (n) -> (n - k) for k in primes", {999}), 495);
  EXPECT_EQ(reach("game g(n) (n) -> (n - 5)\n(n) -> (n - 2)", {10}), 6);
  EXPECT_EQ(reach("game g(a, b) (a, b) -> (a - k, b) for k >= 1\n(a, b) -> (a - 1, b - 1)", {9, 9}),
            10);
  EXPECT_EQ(reach("game g(a, b) symmetric (a, b)\n(a, b) -> (a - k, b) for k >= 1", {9, 9}), 50);
}

TEST(Reach, IsNotClaimedWhereMovesMayBeStopped) {
  for (const char* rule :
       {"(n) -> (n - 1) when n >= 3", "(n) -> (n - 1) + (n - 1)", "(n) -> (n - k) for k in 1 .. m",
        "(n) -> (floor(n / 2)) when n >= 1", "(n) -> (n - k) for k in 1 .. floor(n / 2)",
        "(n) -> (n - 1)\nlost when n = 4"})
    EXPECT_EQ(reach(std::string("game g(n) param m = 0\n") + rule, {1000}), 1) << rule;
}

TEST(Reach, ThatDoesNotFitIsAnError) {
  const rules::Rules rules = rules::parsed("game g(n) (n) -> (n - k * k * k) for k >= 1");
  Meter meter({.bytes = 8'000});
  EXPECT_TRUE(check_reach(rules, {900}, meter));
  const Status fits = check_reach(rules, {1'000'000'000'000}, meter);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().code, Errc::memory);
  EXPECT_THAT(fits.error().message,
              testing::HasSubstr("play from (1000000000000) reaches at least 1e+12 positions"));
  EXPECT_FALSE(check_reach(rules, {1'000'000'000'000}, Meter{}));
}

}  // namespace
}  // namespace grundy::lazy
