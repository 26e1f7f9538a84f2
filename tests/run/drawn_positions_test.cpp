// The positions that are checked: where they lie, and that they are the same ones every time.
#include <set>

#include "run/self_check.hpp"
#include "solved_box.hpp"

namespace grundy::solve {
namespace {

using enum Quantity;

std::vector<Position> drawn(const plan::Plan& plan, const sweep::Solution& solution,
                            std::uint64_t count) {
  const DrawnPositions draw(plan, solution, false);
  std::vector<Position> positions;
  for (std::uint64_t number = 0; number < count; ++number) positions.push_back(draw.at(number));
  return positions;
}

TEST(DrawnPositions, AreAllOfASmallBoxOnceTheLowOnesFirst) {
  const auto plan = plan_of({"wythoff", {99, 49}, outcome});
  const auto solution = solution_of(plan);
  const auto positions = drawn(plan, solution, 5000);
  EXPECT_EQ(std::set(positions.begin(), positions.end()).size(), 5000u);
  EXPECT_EQ(positions[0], (Position{0, 0}));
  EXPECT_EQ(positions[1], (Position{0, 1}));
  EXPECT_EQ(positions[2], (Position{1, 0}));
  const std::set corner(positions.begin(), positions.begin() + 400);
  for (std::int64_t a = 0; a < 15; ++a)
    for (std::int64_t b = 0; a + b < 15; ++b)
      EXPECT_TRUE(corner.contains({a, b})) << a << ", " << b;
  const auto by_weight = [](const Position& x, const Position& y) {
    return x[0] + x[1] < y[0] + y[1];
  };
  EXPECT_FALSE(std::is_sorted(positions.begin() + 600, positions.end(), by_weight));
}

TEST(DrawnPositions, LieInTheBoxAtItsBordersAndAreOftenP) {
  for (const Case& of : {Case{"three_pile", {60, 61, 62}, outcome, "ray"},
                         Case{"three_pile", {40, 41, 42}, outcome, "generic"},
                         Case{"three_pile", {40, 40, 40}, nimber, "ray"},
                         Case{"euclid", {150, 150}, outcome}, Case{"cutting", {120, 120}}}) {
    SCOPED_TRACE(testing::Message() << of);
    const auto plan = plan_of(of);
    const auto solution = solution_of(plan);
    const auto positions = drawn(plan, solution, 1500);
    EXPECT_EQ(positions, drawn(plan, solution, 1500));
    std::vector<int> low(plan.box.dimensions()), high(plan.box.dimensions());
    int p_positions = 0;
    for (std::size_t i = 512; i < positions.size(); ++i) {
      const Position& at = positions[i];
      ASSERT_TRUE(plan.box.contains(at)) << to_string(at);
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        low[axis] += at[axis] == plan.box.low[axis];
        high[axis] += at[axis] == plan.box.high[axis];
      }
      p_positions += sweep::value_at(plan, solution, outcome, at) == 0;
    }
    EXPECT_GT(p_positions, 150);
    for (std::size_t axis = 0; axis < low.size(); ++axis) {
      EXPECT_GT(low[axis], 10);
      EXPECT_GT(high[axis], 10);
    }
  }
}

}  // namespace
}  // namespace grundy::solve
