// The positions of rows are those of which the condition holds.
#include "methods/options/members.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rules/parse.hpp"

namespace grundy::generic {
namespace {

// All members of the row from `low` to `high`, as a worker pushes them.
std::vector<std::int64_t> members_of_row(const Members& members, Position row, std::size_t axis,
                                         std::int64_t low, std::int64_t high) {
  members.narrow(row, axis, low, high);
  std::vector<std::int64_t> found;
  if (high < low) return found;
  std::vector<std::uint8_t> inside(static_cast<std::size_t>(high - low + 1), 1);
  row[axis] = low;
  if (!members.are_all_in_order()) members.row(row, axis, inside);
  for (std::size_t i = 0; i < inside.size(); ++i)
    if (inside[i] != 0) found.push_back(low + static_cast<std::int64_t>(i));
  return found;
}

struct Sample {
  std::string where;
  bool in_order;  // nothing is left to be judged
};

class MembersOfRows : public testing::TestWithParam<Sample> {};

TEST_P(MembersOfRows, AreThoseOfWhichTheConditionHolds) {
  const rules::Rules rules = rules::parsed("game g(a in -3.., b, c in 1..)\nwhere " +
                                           GetParam().where + "\n(a, b, c) -> (a - 1, b, c)");
  const Members members(rules);
  EXPECT_EQ(members.are_all_in_order(), GetParam().in_order);
  const rules::Membership whole(rules);
  const Box box{{-3, 0, 1}, {5, 6, 7}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Box rows = box;
    rows.high[axis] = rows.low[axis];
    for (std::uint64_t rank = 0; rank < *rows.volume(); ++rank) {
      const Position row = rows.position(rank);
      std::vector<std::int64_t> expected;
      for (Position at = row; at[axis] <= box.high[axis]; ++at[axis])
        if (whole.has(at)) expected.push_back(at[axis]);
      EXPECT_EQ(members_of_row(members, row, axis, box.low[axis], box.high[axis]), expected)
          << to_string(row) << " along axis " << axis;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Conditions, MembersOfRows,
    testing::Values(Sample{"a >= b >= c", true}, Sample{"a < b and b < c - 2", true},
                    Sample{"a + 1 > c and c <= 4 and 2 <= b", true},
                    Sample{"a >= b and distinct (a, b, c)", false}, Sample{"a = b", false},
                    Sample{"a + b >= c", false}, Sample{"2 * a <= b and a <= c", false},
                    Sample{"a >= b or b >= c", false}, Sample{"a - b <= a - c", true},
                    Sample{"b mod 3 != 1 and a > b - 2", false}, Sample{"min(a, b) >= c", false}));

}  // namespace
}  // namespace grundy::generic
