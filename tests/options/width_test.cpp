// Values at the ends of the integers that hold them.
#include <gtest/gtest.h>

#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::generic {
namespace {

using namespace sweep;

// Every nimber of the first line of heaps 0 .. high.
Values nimbers(const rules::Rules& rules, std::int64_t high) {
  const auto plan = plan_for(rules, {{0}, {high}}, {Quantity::nimber, Convention::normal});
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  if (!plan) return {};
  const auto answer = carry_out(*plan, {"serial", 1, plan::default_tile_positions});
  EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
  return answer ? answer->values : Values();
}

// E. Lasker (1931): 4k + 1 and 4k + 2 are their own values, 4k + 3 and 4k + 4 change places.
// So heap 255 has value 256, more than any line of play through single heaps is long.
TEST(Width, NimbersOfSumsExceedTheLengthOfPlay) {
  const auto lasker = rules::load("lasker");
  ASSERT_TRUE(lasker);
  for (const std::int64_t high : {3, 7, 127, 255, 511, 1023}) {
    const Values values = nimbers(*lasker, high);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(high) + 1);
    for (std::uint32_t n = 1; n <= high; ++n)
      EXPECT_EQ(values[n], n % 4 == 3 ? n + 1 : n % 4 == 0 ? n - 1 : n) << "box " << high;
  }
}

// A move to the end of the game is one ply more than those inside the box.
TEST(Width, TheMoveToTheEmptySumCounts) {
  const rules::Rules rules = rules::parsed("game g(n) (n) -> (n - k) for k >= 1 (n) -> ()");
  for (const std::int64_t high : {0, 1, 254, 255, 256}) {
    const Values values = nimbers(rules, high);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(high) + 1);
    for (std::uint32_t n = 0; n <= high; ++n) EXPECT_EQ(values[n], n + 1) << "box " << high;
  }
}

// No play inside the box 0 .. 14 has more than 14 plies, but sums last longer.
TEST(Width, ShallowGamesOfManySums) {
  const rules::Rules rules = rules::parsed(
      "game g(n)\n(n) -> (n - k) for k >= 1\n"
      "(n) -> (n - j) + (n - k) for j >= 1, k >= 1\n"
      "(n) -> (n - i) + (n - j) + (n - k) for i >= 1, j >= 1, k >= 1");
  const auto expected = ask_oracle(rules, {{0}, {14}}, {Quantity::nimber, Convention::normal});
  ASSERT_TRUE(expected);
  EXPECT_EQ(nimbers(rules, 14), expected->values);
  EXPECT_GT(expected->values.back(), 128u);
}

// Heap n ends after 2^n - 1 plies, more than 16 bits hold together with the outcome.
TEST(Width, RemotenessOfSumsExceedsTheLengthOfPlay) {
  const rules::Rules rules = rules::parsed("game g(n) (n) -> (n - 1) + (n - 1)");
  const auto plan = plan_for(rules, {{0}, {7}}, {Quantity::remoteness, Convention::normal});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_GT(plan->by_options()->largest_value, 127u);
  const auto answer = carry_out(*plan, {"serial", 1, plan::default_tile_positions});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->values, (Values{0, 1, 3, 7, 15, 31, 63, 127}));
}

}  // namespace
}  // namespace grundy::generic
