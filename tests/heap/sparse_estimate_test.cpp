// The estimated time: what it has to know about a game.
#include <gtest/gtest.h>

#include <string>

#include "methods/heap/sparse.hpp"
#include "rules/language/parser.hpp"

namespace grundy::sparse {
namespace {

double seconds(const std::string& code, std::int64_t last_heap, std::size_t threads = 2) {
  const auto games = rules::parse("game heaps(n) take_and_break " + code, "test");
  EXPECT_TRUE(games) << code;
  const auto game = recognise_heap_game(games->front());
  EXPECT_TRUE(game) << game.error().message;
  return estimated_seconds(*game, Box{{0}, {last_heap}}, threads);
}

TEST(SparseSeconds, KnowWhatRareHeapsCost) {
  EXPECT_GT(seconds("0.6", 10'000'000), 10 * seconds("0.104", 10'000'000));
  EXPECT_GT(seconds("0.6", 100'000), 5 * seconds("0.104", 100'000));
  EXPECT_LT(seconds("0.6", 10'000'000, 2), 0.6 * seconds("0.6", 10'000'000, 1));
}

TEST(SparseSeconds, KnowPeriodsOfTheFirstHeaps) {
  EXPECT_LT(seconds("0.77", 100'000'000), 0.1);
  EXPECT_GT(seconds("0.104", 100'000'000), 1);
}

// Neither code has classes with few rare heaps; nimbers of the second soon exceed those that have
// an index.
TEST(SparseSeconds, GrowWithTheSquareWhereThereIsNoSparseSpace) {
  for (const char* code : {"0.007", "0.564"})
    EXPECT_NEAR(seconds(code, 2'000'000) / seconds(code, 1'000'000), 4, 0.1) << code;
}

TEST(SparseSeconds, AreShortForFewHeaps) {
  for (const char* code : {"0.77", "0.6", "0.007", "0.564", "0.22"})
    for (const std::int64_t last : {0, 1, 100}) EXPECT_LT(seconds(code, last), 0.02) << code;
}

}  // namespace
}  // namespace grundy::sparse
