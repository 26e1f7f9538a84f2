// Walks through boxes: each position after its options, or a cycle that is one.
#include "compile/box_walk.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "oracle/options.hpp"
#include "rules/parse.hpp"
#include "rules/unchecked.hpp"

namespace grundy::compile {
namespace {

using rules::Rules;

constexpr std::uint64_t much = std::numeric_limits<std::uint64_t>::max();

struct Walked {
  std::vector<std::uint64_t> order;
  Result<std::optional<Cycle>> cycle;
};

Walked walked(const Rules& rules, const Box& box, std::uint64_t most_bytes = much) {
  const auto program = compile(rules, box, Outputs::ranks);
  EXPECT_TRUE(program);
  std::vector<std::uint64_t> order;
  auto cycle = walk(
      *program, box, box, most_bytes, [] { return false; },
      [&](std::uint64_t rank) { order.push_back(rank); });
  return {std::move(order), std::move(cycle)};
}

void expect_order(const Rules& rules, const Box& box, const Walked& found) {
  ASSERT_TRUE(found.cycle) << found.cycle.error().message;
  ASSERT_FALSE(*found.cycle);
  std::vector<bool> done(*box.volume());
  for (const std::uint64_t rank : found.order) {
    const auto options = oracle::options(rules, box.position(rank));
    ASSERT_TRUE(options);
    for (const oracle::Sum& sum : *options)
      for (const Position& position : sum) EXPECT_TRUE(done[box.rank(position)]);
    EXPECT_FALSE(done[rank]);
    done[rank] = true;
  }
  EXPECT_EQ(found.order.size(), done.size());
}

TEST(BoxWalk, FinishesPositionsAfterTheirOptions) {
  const Rules rules = rules::parsed(
      "game g(a in 0..9, b in 0..9) (a, b) -> (i, j) + (j, i) for i in 0..9, j in 0..9 "
      "when (3 * i * i + 5 * j) mod 23 < (3 * a * a + 5 * b) mod 23 "
      "and (3 * j * j + 5 * i) mod 23 < (3 * a * a + 5 * b) mod 23");
  const Box box{{0, 0}, {9, 9}};
  expect_order(rules, box, walked(rules, box));
}

std::uint64_t bytes_for(const Box& box, std::uint64_t waiting) {
  return walk_bytes(box) + 3 * sizeof(std::uint64_t) * waiting;
}

TEST(BoxWalk, TakesMemoryForThePathAndFewOptionsThatWait) {
  const Box box{{0}, {1999}};
  const Rules wide = rules::parsed("game g(n in 0..1999) (n) -> (1999 - j) for j in 0 .. 1998 - n");
  expect_order(wide, box, walked(wide, box, bytes_for(box, 100)));
  const Rules deep = rules::parsed("game g(n in 0..1999) (n) -> (n + 1)");
  expect_order(deep, box, walked(deep, box, bytes_for(box, 2000)));
  const auto found = walked(deep, box, bytes_for(box, 1990));
  ASSERT_FALSE(found.cycle);
  EXPECT_EQ(found.cycle.error().code, Errc::memory);
}

TEST(BoxWalk, FindsCyclesWithoutDetours) {
  const Box box{{0}, {99}};
  const auto cycle_of = [&](const std::string& text) {
    const auto found = walked(rules::unchecked("game g(n in 0..99) " + text), box);
    return found.cycle && *found.cycle ? **found.cycle : Cycle{};
  };
  EXPECT_THAT(cycle_of("(n) -> (n) when n = 7"), testing::ElementsAre(Position{7}));
  EXPECT_EQ(cycle_of("(n) -> (n + 1)\n(n) -> (0) when n = 99").size(), 100U);
  EXPECT_EQ(cycle_of("(n) -> (n + 1)\n(n) -> (0) when n = 50\n(n) -> (10) when n >= 70").size(),
            51U);
  EXPECT_EQ(cycle_of("(n) -> (n + k) for k in 1 .. 9\n(n) -> (0) when n = 99").size(), 12U);
}

TEST(BoxWalk, NamesTheRuleThatRaises) {
  const Rules rules = rules::unchecked(
      "game g(n in 0..99)\n(n) -> (n - k) for k in 1 .. 3\n(n) -> (n + 2) when n = 40");
  const Box box{{0}, {99}};
  const auto found = walked(rules, box);
  ASSERT_TRUE(found.cycle && *found.cycle);
  EXPECT_EQ(to_error(rules, box, **found.cycle).message,
            ":3:1: play from (40) need not end: (40) -> (42) -> (40)\n"
            "  exclude such moves by a condition, or make every move lower some coordinate");
}

}  // namespace
}  // namespace grundy::compile
