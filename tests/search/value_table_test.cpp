#include <gtest/gtest.h>

#include <map>
#include <random>

#include "search/key_table.hpp"

namespace grundy::lazy {
namespace {

// Random positions of boxes that come and go, against a map. Numbers on the stack must
// follow when positions are renumbered.
TEST(ValueTable, AgreesWithAMapWhateverTheBox) {
  const std::vector<Box> boxes{{{0, -5}, {1'000'000, 1'000'000}},
                               {{0, -5}, {90, 100}},
                               {{0, -5}, {400, 300}},
                               {{0, -5}, {900, 700}}};
  Meter meter;
  ValueTable table(2);
  std::map<Position, std::uint32_t> expected;
  std::vector<Id> stack;
  std::vector<Position> on_stack;
  std::mt19937_64 random(/*seed=*/1935);
  for (int i = 0; i < 60'000; ++i) {
    const Box& box = boxes[static_cast<std::size_t>(i / 500) % boxes.size()];
    Position position{static_cast<std::int64_t>(random() % 600),
                      static_cast<std::int64_t>(random() % 600) - 5};
    const auto value = static_cast<std::uint32_t>(random() % 1000);
    const auto [at, is_new] = expected.try_emplace(position, value);
    if (i % 500 == 0 || !table.has_room()) {
      ASSERT_TRUE(table.make_room(box, stack, meter));
    }
    Id id = table.find(position);
    ASSERT_EQ(id == no_id, is_new);
    if (is_new) {
      id = table.add(position);
      ASSERT_FALSE(table.is_solved(id));
      table.solve(id, value);
      if (i % 100 == 0) {
        stack.push_back(id);
        on_stack.push_back(position);
      }
    }
    ASSERT_TRUE(table.is_solved(id));
    ASSERT_EQ(table.value(id), at->second);
    ASSERT_EQ(Position(table.position(id).begin(), table.position(id).end()), position);
  }
  EXPECT_EQ(table.size(), expected.size());
  for (std::size_t i = 0; i < stack.size(); ++i) EXPECT_EQ(stack[i], table.find(on_stack[i]));
  table.clear(meter);
  EXPECT_EQ(meter.progress().bytes, 0u);
  EXPECT_EQ(table.size(), 0u);
}

TEST(ValueTable, AnArrayHasRoomForEveryPositionOfItsBox) {
  const Box box{{-5, 3}, {94, 102}};
  Meter meter;
  ValueTable table(2);
  std::vector<Id> stack;
  ASSERT_TRUE(table.make_room(box, stack, meter));
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    ASSERT_TRUE(table.has_room()) << rank;
    table.add(box.position(rank));
  }
}

TEST(ValueTable, FewPositionsOfALargeBoxStandInNoArray) {
  const Box box{{0}, {1 << 24}};
  Meter meter;
  ValueTable table(1);
  std::vector<Id> stack;
  ASSERT_TRUE(table.make_room(box, stack, meter));
  EXPECT_LT(meter.progress().bytes, 10'000U);
}

TEST(ValueTable, DoesWithoutAnArrayThatDoesNotFit) {
  Meter meter({.bytes = 100'000});
  ValueTable table(1);
  std::vector<Id> stack;
  const Box box{{0}, {30'000}};
  ASSERT_TRUE(table.make_room(box, stack, meter));
  const Id id = table.add(std::vector<std::int64_t>{7});
  EXPECT_LT(meter.progress().bytes, 10'000u);
  EXPECT_EQ(table.find(std::vector<std::int64_t>{7}), id);
}

}  // namespace
}  // namespace grundy::lazy
