// Each position of a solution is judged by itself.
#include "run/position_check.hpp"

#include <gtest/gtest.h>

#include "solved_box.hpp"

namespace grundy::solve {
namespace {

TEST(PositionCheck, TellsWrongValuesFromRightOnes) {
  const test::TemporaryDirectory directory;
  const plan::Plan plan = plan_of({"wythoff", {9, 8}, Quantity::nimber, "generic"});
  auto solution = solution_of(plan);
  PositionCheck check(plan, solution, {directory / "mistake.txt", "0.1.0"});
  oracle::Patience without_end;
  EXPECT_TRUE(*check.judge({9, 8}, without_end));
  bytes_of(solution).back() ^= std::byte{1};
  const auto wrong = check.judge({9, 8}, without_end);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, Errc::wrong);
  EXPECT_TRUE(*check.judge({8, 7}, without_end));  // whose options do not hold it
}

TEST(PositionCheck, SaysNothingWhereTimeIsOver) {
  const plan::Plan plan = plan_of({"wythoff", {90, 80}, Quantity::nimber, "generic"});
  const auto solution = solution_of(plan);
  PositionCheck check(plan, solution, {"", "0.1.0"});
  oracle::Patience over{oracle::Patience::Clock::time_point::min()};
  EXPECT_FALSE(*check.judge({90, 80}, over));
}

}  // namespace
}  // namespace grundy::solve
