// What a walk covers is known to come to an end.
#include "search/game_walk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "rules/language/parser.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {
namespace {

// Reading rules proves that play ends from small positions alone.
TEST(GameWalk, RefusesPositionsFromWhichPlayMightNotEnd) {
  const auto games = rules::parse(
      "game g(n)\n"
      "  (n) -> (n + 1)  when n = 100\n"
      "  (n) -> (n - 1)\n",
      "loop");
  ASSERT_TRUE(games) << games.error().message;
  GameWalk walk(std::make_shared<const rules::Rules>(games->front()));
  Meter meter;
  EXPECT_TRUE(walk.cover({60}, meter));
  EXPECT_TRUE(walk.cover({99}, meter));
  for (const std::int64_t n : {100, 101, 5000}) {
    const Status covered = walk.cover({n}, meter);
    ASSERT_FALSE(covered) << n;
    EXPECT_EQ(covered.error().code, Errc::rules);
    EXPECT_THAT(covered.error().message,
                testing::HasSubstr("need not end: (100) -> (101) -> (100)"));
  }
  EXPECT_TRUE(walk.cover({99}, meter));
}

}  // namespace
}  // namespace grundy::lazy
