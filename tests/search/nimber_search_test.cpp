#include "search/nimber_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"
#include "support/build_rules.hpp"
#include "support/random_rules.hpp"

namespace grundy::lazy {
namespace {

using testing::HasSubstr;

std::shared_ptr<const rules::Rules> share(rules::Rules rules) {
  return std::make_shared<const rules::Rules>(std::move(rules));
}

std::shared_ptr<const rules::Rules> parsed(std::string_view text) {
  auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << (games ? "" : games.error().message);
  return share(games->front());
}

// The nimber, or 999999 with a failure.
std::uint32_t nimber(const std::shared_ptr<const rules::Rules>& rules, const Position& position) {
  Meter meter;
  NimberSearch search(rules, meter);
  const auto found = search.nimber(position);
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return found ? *found : 999'999;
}

// Small positions first and large ones first, so that programs are both reused and
// rebuilt for larger boxes.
void expect_oracle(const rules::Rules& rules, const Box& box) {
  oracle::Oracle oracle(rules, Convention::normal);
  for (const bool ascending : {true, false}) {
    Meter meter;
    NimberSearch search(share(rules), meter);
    const std::uint64_t volume = *box.volume();
    for (std::uint64_t i = 0; i < volume; ++i) {
      const Position position = box.position(ascending ? i : volume - 1 - i);
      const auto found = search.nimber(position);
      const auto expected = oracle.nimber_by_xor(position);
      ASSERT_EQ(bool{found}, bool{expected}) << (found ? expected.error() : found.error()).message;
      if (found) {
        ASSERT_EQ(*found, *expected) << rules.name << to_string(position);
      }
    }
  }
}

TEST(NimberSearch, AgreesWithTheOracleOnTheCatalogue) {
  for (const rules::CatalogueEntry& entry : rules::catalogue()) {
    SCOPED_TRACE(entry.name);
    const auto rules = rules::load(entry.name);
    ASSERT_TRUE(rules) << rules.error().message;
    expect_oracle(*rules, support::small_box(*rules, 250, 40));
  }
}

TEST(NimberSearch, AgreesWithTheOracleOnRandomGames) {
  support::for_random_rules(/*first=*/4200, 150, [](const rules::Rules& rules) {
    expect_oracle(rules, support::small_box(rules, 100, 12));
  });
}

// The box is far too large for an array: all positions are hashed.
TEST(NimberSearch, AgreesWithTheOracleInLargeBoxes) {
  for (const std::string_view rule : {"(n, z) -> (n - k, z) for k in {1, 3, 4}",
                                      "(n, z) -> (i, z) + (n - 1 - i, z) for i in 0 .. n - 1",
                                      "(n, z) -> (n - k, z - k) for k in 1 .. 5"}) {
    SCOPED_TRACE(rule);
    const auto rules = parsed("game far(n, z)\n  " + std::string(rule) + "\n");
    oracle::Oracle oracle(*rules, Convention::normal);
    Meter meter;
    NimberSearch search(rules, meter);
    for (std::int64_t n = 0; n < 40; ++n) {
      const Position position{n, 1'000'000'000 - n};
      const auto expected = oracle.nimber_by_xor(position);
      ASSERT_TRUE(expected) << expected.error().message;
      ASSERT_EQ(*search.nimber(position), *expected) << to_string(position);
    }
  }
}

// From hashing to an array, and on to larger ones.
TEST(NimberSearch, KnowsWhatItKnewWhenItsTableChanges) {
  const auto rules = parsed(
      "game two(a, b)\n  (a, b) -> (a - k, b) for k >= 1\n"
      "  (a, b) -> (a, b - k) for k >= 1\n");
  Meter meter;
  NimberSearch search(rules, meter);
  for (const std::int64_t size : {7, 1000, 300, 60, 2000}) {
    ASSERT_EQ(*search.nimber({size, 3}), size ^ 3);
    ASSERT_EQ(*search.nimber({5, size}), size ^ 5);
  }
  const std::uint64_t expansions = meter.progress().expansions;
  for (std::int64_t a = 0; a <= 2000; ++a) ASSERT_EQ(*search.nimber({a, 3}), a ^ 3);
  EXPECT_EQ(meter.progress().expansions, expansions);
}

// Wythoff's game: the P-positions of W. A. Wythoff, "A modification of the game of Nim",
// Nieuw Archief voor Wiskunde 7 (1907), are (floor(k phi), floor(k phi^2)).
TEST(NimberSearch, WythoffPairsFarOut) {
  const auto rules = share(support::two_heaps_and_diagonal());
  Meter meter;
  NimberSearch search(rules, meter);
  EXPECT_EQ(*search.nimber({97, 157}), 0u);  // k = 60
  EXPECT_EQ(*search.nimber({157, 97}), 0u);
  EXPECT_NE(*search.nimber({97, 158}), 0u);
}

// Doubling the low end, tripling the high end: P is 2 .. 9 * 18^i (POJ 2505).
TEST(NimberSearch, VisitsOnlyWhatThePositionCanReach) {
  const auto rules = rules::load("multiplication");
  ASSERT_TRUE(rules) << rules.error().message;
  for (const std::int64_t n : {4'000'000'000, 4'294'967'295}) {
    Meter meter;
    const std::clock_t begin = std::clock();  // of the processor
    NimberSearch search(share(*rules), meter);
    const auto found = search.nimber({n});
    const std::clock_t took = std::clock() - begin;
    ASSERT_TRUE(found) << found.error().message;
    oracle::Oracle oracle(*rules, Convention::normal);
    EXPECT_EQ(*found, *oracle.nimber_by_xor({n}));
    EXPECT_LT(took, CLOCKS_PER_SEC / 20);
    EXPECT_LT(search.positions(), 3'000u);
  }
}

TEST(NimberSearch, FollowsPlayTenMillionMovesDeep) {
  EXPECT_EQ(nimber(parsed("game count(n)\n  (n) -> (n - 1)\n"), {10'000'001}), 1u);
}

// Options smallest last, smallest first, and in the middle: the stack must not outgrow
// the table in any of them. All three are Nim.
TEST(NimberSearch, TheStackStaysLinearInThePositions) {
  for (const std::string_view rule :
       {"(n) -> (n - k) for k >= 1", "(n) -> (k) for k in 0 .. n - 1",
        "(n) -> (n - 1 - (k * 7919) mod n) for k in 0 .. n - 1 when n >= 1"}) {
    SCOPED_TRACE(rule);
    Meter meter;
    const auto rules = parsed("game heap(n)\n  " + std::string(rule) + "\n");
    NimberSearch search(rules, meter);
    const auto found = search.nimber({4096});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(*found, 4096u);
    EXPECT_LT(meter.progress().bytes, 2'000'000u);
    EXPECT_LE(meter.progress().expansions, 4 * search.positions());
  }
}

TEST(NimberSearch, RemembersWhatItKnows) {
  Meter meter;
  NimberSearch search(share(support::nim_heap()), meter);
  ASSERT_EQ(*search.nimber({1000}), 1000u);
  const std::uint64_t expansions = meter.progress().expansions;
  EXPECT_EQ(*search.nimber({777}), 777u);
  EXPECT_EQ(meter.progress().expansions, expansions);
}

TEST(NimberSearch, CountsSymmetricPositionsOnce) {
  const auto rules = rules::load("three_pile");
  ASSERT_TRUE(rules) << rules.error().message;
  Meter meter;
  NimberSearch search(share(*rules), meter);
  ASSERT_TRUE(search.nimber({9, 9, 9}));
  EXPECT_EQ(search.positions(), 220u);  // multisets of 3 out of 10
}

TEST(NimberSearch, SplitsAreNotExpanded) {
  Meter meter;
  NimberSearch search(share(support::kayles_heap()), meter);
  // Kayles has period 12 (R. K. Guy, C. A. B. Smith, 1956): 300 is like 84, which is 4.
  EXPECT_EQ(*search.nimber({300}), 4u);
  EXPECT_EQ(search.positions(), 301u);
}

TEST(NimberSearch, ManyAscendingQueriesRecompileSeldom) {
  Meter meter;
  NimberSearch search(share(support::nim_heap()), meter);
  for (std::int64_t n = 0; n < 3000; ++n) ASSERT_EQ(*search.nimber({n}), n);
}

TEST(NimberSearch, StopsAtTheMemoryLimitAndSaysHowFarItCame) {
  Meter meter({.bytes = 1'000'000});
  NimberSearch search(parsed("game count(n)\n  (n) -> (n - 1)\n"), meter);
  const auto found = search.nimber({10'000'000});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::memory);
  EXPECT_THAT(found.error().message,
              testing::MatchesRegex("the search knows [0-9]{5} positions.*"));
  EXPECT_THAT(found.error().message, HasSubstr("1000000 bytes are allowed"));
  EXPECT_LT(meter.progress().bytes, 100'000u) << "it frees everything";
  EXPECT_EQ(meter.progress().positions, 0u);
  const auto small = search.nimber({999});
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_EQ(*small, 1u);
}

TEST(NimberSearch, StopsAmongTheOptionsOfOnePosition) {
  std::atomic<bool> stop = true;
  Meter meter({.stop = &stop});
  NimberSearch search(share(support::nim_heap()), meter);
  const auto found = search.nimber({1'000'000'000'000});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::interrupted);
  stop = false;
  EXPECT_EQ(*search.nimber({12}), 12u);
}

TEST(NimberSearch, TheProgressCallbackCanStopIt) {
  std::atomic<bool> stop = false;
  std::uint64_t reported = 0;
  Meter meter({.stop = &stop, .progress = [&](const SearchProgress& progress) {
                 reported = progress.positions;
                 stop = true;
               }});
  NimberSearch search(parsed("game count(n)\n  (n) -> (n - 1)\n"), meter);
  const auto found = search.nimber({10'000'000});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::interrupted);
  EXPECT_GE(reported, 60'000u);
}

TEST(NimberSearch, RefusesPositionsOutsideTheirRanges) {
  Meter meter;
  NimberSearch search(parsed("game page(n in 1 .. 31)\n  (n) -> (n - 1)\n"), meter);
  for (const std::int64_t n : {0, 32}) {
    const auto found = search.nimber({n});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::usage);
    EXPECT_EQ(found.error().message,
              "page(" + std::to_string(n) + "): n must be 1 .. 31, not " + std::to_string(n));
  }
  EXPECT_THAT(search.nimber({1, 2}).error().message, HasSubstr("have 1 coordinates"));
}

TEST(NimberSearch, RefusesGamesThatArePartlyWon) {
  Meter meter;
  NimberSearch search(parsed("game race(n)\n  (n) -> (n - k) for k in 1 .. 2\n  won when n == 0\n"),
                      meter);
  const auto found = search.nimber({5});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::unsupported);
  EXPECT_EQ(found.error().message, "race has no nimbers, because of `won when`");
}

// A later question may need a larger box than the first.
TEST(NimberSearch, LowEndsBelowZero) {
  expect_oracle(*parsed("game g(a in -3..)\n  (a) -> (a - 1)\n"), {{-3}, {4}});
  expect_oracle(*parsed("game g(a in -9..)\n  (a) -> (a - k)  for k in {1, 2}\n"), {{-9}, {-1}});
  expect_oracle(*parsed("game g(a in -5.., b in -7 .. -3)\n  (a, b) -> (a - 1, b)\n"
                        "  (a, b) -> (a + 1, b - 1)\n"),
                {{-5, -7}, {-1, -3}});
}

TEST(NimberSearch, AnEndingThatIsLostHasNoOptions) {
  const auto rules = parsed("game page(n)\n  (n) -> (n - k) for k in 1 .. 3\n  lost when n == 2\n");
  EXPECT_EQ(nimber(rules, {2}), 0u);
  EXPECT_EQ(nimber(rules, {3}), 2u);  // to 0, 1 and 2, of nimbers 0, 1 and 0
}

}  // namespace
}  // namespace grundy::lazy
