// A divisor that only the range of another coordinate keeps from zero: where it is zero,
// compiled rules must neither trap nor find an option.
#include <gtest/gtest.h>

#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::sweep {
namespace {

TEST(Divisors, OfZeroBelongToNoOption) {
  const rules::Rules rules =
      rules::parsed("game g(n, m) (n, m) -> (floor(n / m), m - 1)\n(n, m) -> (n - 1, m)");
  const Box box{{0, 0}, {40, 8}};
  Values expected;
  const auto nimber = [&](std::int64_t n, std::int64_t m) { return expected[box.rank({n, m})]; };
  for (std::int64_t n = 0; n <= 40; ++n)
    for (std::int64_t m = 0; m <= 8; ++m) {
      const std::uint32_t none = 9;
      const std::uint32_t divided = m >= 1 ? nimber(n / m, m - 1) : none;
      const std::uint32_t taken = n >= 1 ? nimber(n - 1, m) : none;
      std::uint32_t mex = 0;
      while (mex == divided || mex == taken) ++mex;
      expected.push_back(mex);
    }
  const auto plan = plan_for(rules, box, {Quantity::nimber, Convention::normal}, 50);
  ASSERT_TRUE(plan) << plan.error().message;
  const auto answer = carry_out(*plan, {"serial", 1, 50});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->values, expected);
}

// The winner of a sum does not follow from such endings: nothing may be made up.
TEST(Endings, WonWhenInAGameOfSumsHasNoAnswer) {
  const auto games =
      rules::parse("game g(n) (n) -> (i) + (n - i) for i in 1 .. n - 1\nwon when n = 3", "test");
  ASSERT_TRUE(games) << games.error().message;
  for (const Question& question : all_questions) {
    const auto plan = plan_for(games->front(), {{0}, {9}}, question);
    if (!plan) continue;
    EXPECT_FALSE(carry_out(*plan, {"serial", 1, 50})) << to_string(question);
  }
}

}  // namespace
}  // namespace grundy::sweep
