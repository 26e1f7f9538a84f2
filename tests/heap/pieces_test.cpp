// Heaps that are left in parts: against the oracle, the generic kernel and published laws, on every
// target, executor and number of threads, and gone on with.
#include "methods/heap/pieces.hpp"

#include <gmock/gmock.h>

#include <bit>

#include "differential/memory_keeper.hpp"
#include "support/expected.hpp"
#include "support/random_heap_rules.hpp"
#include "support/targets.hpp"

namespace grundy::pieces {
namespace {

using Nimbers = std::vector<std::uint32_t>;
using sweep::Question;
using sweep::Setting;

constexpr Question nimbers{Quantity::nimber, Convention::normal};
constexpr Question outcomes{Quantity::outcome, Convention::normal};

rules::Rules rules_of(const std::string& statements) {
  return rules::parse("game heaps(n)\n" + statements, "test")->front();
}

Box heaps_of(const rules::Rules& rules, std::int64_t heaps) {
  const std::int64_t low = rules.coordinates[0].low;
  return {{low}, {low + heaps - 1}};
}

PiecesGame recognise(const rules::Rules& rules, std::uint64_t heaps) {
  const auto game = recognise_pieces(rules, heaps);
  EXPECT_TRUE(game) << game.error().message;
  return *game;
}

Result<Nimbers> solve(const PiecesGame& game, const std::string& executor = "serial",
                      std::size_t threads = 1, const tiles::Watch& watch = {}) {
  const auto runs = parallel::make_executor(executor, threads);
  const auto cells =
      solve(game, Box{{0}, {static_cast<std::int64_t>(game.heaps) - 1}}, **runs, watch);
  if (!cells) return cells.error();
  Nimbers values(cells->count());
  cells->read({0}, values);
  return values;
}

// Splits in every way, three parts among them.
const std::string everything =
    "  (n) -> (n - k)  for k >= 3\n"
    "  (n) -> (i) + (n - 2 - i)  for i >= 1\n"
    "  (n) -> (i) + (n - k - i)  for k >= 9, i >= 4\n"
    "  (n) -> (i) + (j)  for i >= 2, j in i + 1 .. n - 7\n"
    "  (n) -> (i) + (j) + (n - i - j)  for i >= 1, j in i .. n - i - 1\n";

TEST(Pieces, RandomRulesAgreeWithTheOracle) {
  support::RandomHeapRules random(1931);
  const std::vector<Setting> settings = sweep::all_settings();
  std::size_t solved = 0;
  for (std::size_t game = 0; game < 160; ++game) {
    const rules::Rules rules = random.next();
    SCOPED_TRACE(testing::Message() << "game " << game << "\n" << rules.text);
    const Box box = heaps_of(rules, 1 + static_cast<std::int64_t>(game % 26));
    const Question question = game % 3 == 0 ? outcomes : nimbers;
    const auto plan = sweep::plan_for(rules, box, question, plan::default_tile_positions, "pieces");
    if (!plan) continue;
    ++solved;
    const auto expected = sweep::ask_oracle(rules, box, nimbers);
    ASSERT_TRUE(expected);
    const auto answer = sweep::carry_out(*plan, settings[game % settings.size()]);
    if (game % 3 != 0) {
      sweep::expect_equal(answer, *expected);
    } else {
      ASSERT_TRUE(answer);
      Nimbers won;
      for (const std::uint32_t nimber : expected->values) won.push_back(nimber != 0);
      ASSERT_EQ(answer->values, won);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(solved, 80U);
}

TEST(Pieces, LargerBoxesAgreeWithTheGenericKernel) {
  support::RandomHeapRules random(1950);
  for (std::size_t game = 0; game < 60; ++game) {
    const rules::Rules rules = random.next();
    SCOPED_TRACE(testing::Message() << "game " << game << "\n" << rules.text);
    const bool triples = rules.text.find("+ (j) +") != std::string::npos;
    const Box box = heaps_of(rules, triples ? 140 : 700);
    const auto plan = sweep::plan_for(rules, box, nimbers, plan::default_tile_positions, "pieces");
    if (!plan) continue;
    const auto answer = sweep::carry_out(*plan, {"openmp", 2, plan::default_tile_positions});
    ASSERT_TRUE(answer) << answer.error().message;
    ASSERT_EQ(answer->values, sweep::by_generic_kernel(rules, box));
  }
}

TEST(Pieces, EveryTargetFindsTheSame) {
  const rules::Rules rules = rules_of(everything);
  const Nimbers expected = sweep::by_generic_kernel(rules, heaps_of(rules, 400));
  test::on_every_target([&] { EXPECT_EQ(*solve(recognise(rules, 400)), expected); });
}

// Threads are used from some thousands of heaps on.
TEST(Pieces, ExecutorsAndThreadsChangeNothing) {
  for (const std::string& statements :
       {everything,
        std::string(
            "  (n) -> (n - k)  for k >= 1\n  (n) -> (i) + (n - i)  for i in 1 .. n - 1\n")}) {
    const PiecesGame game = recognise(rules_of(statements), 3000);
    const auto alone = solve(game);
    ASSERT_TRUE(alone);
    for (const std::string executor : {"openmp", "tbb"})
      for (const std::size_t threads : {2u, 3u}) {
        SCOPED_TRACE(testing::Message() << executor << ", " << threads);
        EXPECT_EQ(*solve(game, executor, threads), *alone);
      }
  }
}

TEST(Pieces, GoesOnFromEveryBlock) {
  const PiecesGame game = recognise(rules_of(everything), 300);
  const auto whole = solve(game);
  ASSERT_TRUE(whole);
  for (std::uint64_t turn = 1; turn <= 4; ++turn) {
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> solved{0};
    differential::MemoryKeeper keeper(turn, stop);
    const auto stopped = solve(game, "serial", 1, {&stop, &solved, &keeper});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::interrupted);
    stop = false;
    const auto rest = solve(game, "serial", 1, {nullptr, &solved, &keeper});
    ASSERT_TRUE(rest) << rest.error().message;
    EXPECT_EQ(*rest, *whole);
  }
}

// Lasker, Brettspiele der Völker (1931).
TEST(Pieces, LaskersNim) {
  const auto values = solve(recognise(
      rules_of("  (n) -> (n - k) for k >= 1\n  (n) -> (i) + (n - i)  for i in 1 .. n - 1\n"),
      5000));
  ASSERT_TRUE(values);
  for (std::uint32_t n = 1; n < values->size(); ++n)
    ASSERT_EQ((*values)[n], n % 4 == 0 ? n - 1 : n % 4 == 3 ? n + 1 : n) << n;
}

// Winning Ways, chapter 14: the values of Mock Turtles are the odious numbers.
TEST(Pieces, MockTurtles) {
  const auto values =
      solve(recognise(rules_of("  (n) -> ()  when n >= 1\n"
                               "  (n) -> (i)  for i in 1 .. n - 1\n"
                               "  (n) -> (i) + (j)  for i >= 1, j in i + 1 .. n - 1\n"),
                      4000));
  ASSERT_TRUE(values);
  for (std::uint32_t n = 1; n < values->size(); ++n)
    ASSERT_EQ((*values)[n], 2 * (n - 1) + (std::popcount(n - 1) % 2 == 0 ? 1 : 0)) << n;
}

TEST(Pieces, NimbersThatDoNotFitAreRefused) {
  PiecesGame game = recognise(rules_of("  (n) -> (n - k)  for k >= 1\n"), 200);
  game.nimbers = 128;
  const auto values = solve(game);
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().code, Errc::unsupported);
  EXPECT_THAT(values.error().message, testing::HasSubstr("heap 128 has a nimber above 127"));
}

TEST(Pieces, LeavesOtherRulesAlone) {
  for (const std::string statements :
       {"  (n) -> (n - k)  for k >= 1  when n >= 5\n",
        "  (n) -> (i) + (j)  for i >= 0, j in i + 3 .. n - 1\n",
        "  (n) -> (i) + (j) + (n - 1 - i - j)  for i >= 0, j >= i + 1  when j < n - 1 - i - j\n"})
    EXPECT_FALSE(recognise_pieces(rules_of(statements), 100)) << statements;
}

}  // namespace
}  // namespace grundy::pieces
