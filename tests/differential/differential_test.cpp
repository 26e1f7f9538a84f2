// All ways of solving, on games that mix everything.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "differential/least.hpp"
#include "differential/run.hpp"

namespace grundy::differential {
namespace {

// scripts/differential asks without end.
constexpr std::uint64_t games = 500;
constexpr std::uint64_t most_games = 4000;
constexpr std::uint64_t most_differences = 3;  // to be shrunk

void report(const Tally& tally) {
  const auto pairs = tally.coverage.figures();
  fmt::print("{} games, {} compared in {} runs, {} endless; {} of {} pairs\n", tally.games,
             tally.compared, tally.runs, tally.endless, pairs.seen, pairs.possible);
  for (const auto& [kernel, runs] : tally.kernels) fmt::print("  {} {}\n", kernel, runs);
  testing::Test::RecordProperty("pairs", static_cast<int>(pairs.seen));
  testing::Test::RecordProperty("runs", static_cast<int>(tally.runs));
}

// Examines one question; prints the least game with a difference.
bool differs(const Question& question, Tally& tally) {
  const auto difference = examine(question, tally);
  if (difference) ADD_FAILURE() << to_text(least(*difference, /*seconds=*/30));
  return difference.has_value();
}

TEST(Differential, AllWaysAgreeWithTheOracleAndAllPairsOccur) {
  Tally tally;
  std::uint64_t differences = 0;
  Questions questions(/*first=*/1, /*plain=*/games / 2);
  while (tally.games < games && differences < most_differences)
    differences += differs(questions.next(tally.coverage), tally);
  // Rare pairs may take longer; of thousands a few are left to chance.
  constexpr std::size_t most_missing = 100;
  Questions more(/*first=*/1'000'000, /*plain=*/games);
  while (tally.games < most_games && differences < most_differences &&
         tally.coverage.missing().size() > most_missing)
    differences += differs(more.next(tally.coverage), tally);
  report(tally);
  const std::vector<std::string> missing = tally.coverage.missing();
  EXPECT_LE(missing.size(), most_missing) << testing::PrintToString(missing);
  EXPECT_GE(10 * tally.accepted, 6 * tally.games);
  EXPECT_GE(10 * tally.compared, 9 * tally.accepted);
  // Among those that bring new pairs are many with a measure, which need not fall.
  EXPECT_LE(100 * tally.refused, 4 * tally.runs);
}

TEST(Differential, RangesMayBeginAnywhere) {
  constexpr std::uint64_t far_games = 250;
  Tally tally;
  std::uint64_t differences = 0;
  for (std::uint64_t seed = 2'000'000; tally.games < far_games && differences < most_differences;
       ++seed)
    if (const Question question = random_question(seed); is_far(question))
      differences += differs(question, tally);
  report(tally);
  EXPECT_GE(10 * tally.accepted, 5 * tally.games);
  EXPECT_GE(10 * tally.compared, 9 * tally.accepted);
}

// A fault that needs a square and two symmetric coordinates, in a way of its own.
std::optional<std::string> imagined_fault(const Question& question, const Way&) {
  const bool shows =
      to_text(question.game).find("squares") != std::string::npos && !question.game.groups.empty();
  return shows ? std::optional<std::string>("imagined") : std::nullopt;
}

TEST(Differential, LeavesOfAGameWhatShowsTheFault) {
  std::uint64_t shrunk = 0;
  for (std::uint64_t seed = 1; shrunk < 5; ++seed) {
    const Question question = random_question(seed);
    if (!imagined_fault(question, {})) continue;
    ++shrunk;
    const Difference found = least({question, {}, ""}, /*seconds=*/30, imagined_fault);
    SCOPED_TRACE(to_text(found));
    EXPECT_EQ(found.question.game.rules.size(), 1u);
    EXPECT_EQ(found.question.game.coordinates.size(), 2u);
    EXPECT_TRUE(found.question.game.endings.empty());
    EXPECT_FALSE(found.question.game.rules[0].when);
    EXPECT_EQ(found.question.sides, (std::vector<std::int64_t>{1, 1}));
    EXPECT_EQ(found.way.executor, "serial");
  }
}

}  // namespace
}  // namespace grundy::differential
