#include "search/sum_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"
#include "support/build_rules.hpp"
#include "support/random_rules.hpp"
#include "support/union_game.hpp"

namespace grundy::lazy {
namespace {

using testing::HasSubstr;

using Shared = std::shared_ptr<const rules::Rules>;

Shared share(rules::Rules rules) {
  return std::make_shared<const rules::Rules>(std::move(rules));
}

rules::Rules parsed(std::string_view text) {
  auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << (games ? "" : games.error().message);
  return games->front();
}

// Asks for the outcome alone and for remoteness, which are different searches.
class BothGoals {
 public:
  explicit BothGoals(Convention convention)
      : outcomes_(convention, SumSearch::Goal::outcome, meter_),
        remoteness_(convention, SumSearch::Goal::remoteness, meter_) {}

  void expect(const std::vector<Summand>& sum, const Result<Outcome>& outcome,
              const Result<std::uint32_t>& remoteness) {
    const auto quick = outcomes_.solve(sum);
    const auto full = remoteness_.solve(sum);
    ASSERT_EQ(bool{quick}, bool{full});
    ASSERT_EQ(bool{quick}, bool{outcome}) << (quick ? outcome.error() : quick.error()).message;
    if (!quick) return;
    EXPECT_EQ(quick->outcome, *outcome);
    EXPECT_EQ(full->outcome, *outcome);
    EXPECT_EQ(full->remoteness, *remoteness);
  }

 private:
  Meter meter_;
  SumSearch outcomes_, remoteness_;
};

// The search refuses rules whose endings leave a sum open even if no sum is met.
bool is_refused(const rules::Rules& rules, Convention convention) {
  return !check_endings(std::vector<Summand>{{share(rules), {}}}, convention);
}

void expect_oracle(const rules::Rules& rules, const Box& box) {
  const Shared shared = share(rules);
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    SCOPED_TRACE(to_string(convention));
    if (is_refused(rules, convention)) continue;
    oracle::Oracle oracle(rules, convention);
    BothGoals search(convention);
    for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
      const Position position = box.position(rank);
      SCOPED_TRACE(to_string(position));
      search.expect({{shared, position}}, oracle.outcome(position), oracle.remoteness(position));
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(SumSearch, AgreesWithTheOracleOnTheCatalogue) {
  for (const rules::CatalogueEntry& entry : rules::catalogue()) {
    SCOPED_TRACE(entry.name);
    const auto rules = rules::load(entry.name);
    ASSERT_TRUE(rules) << rules.error().message;
    const double volume = rules->has_stretches() ? 7 : rules->has_sums() ? 14 : 200;
    expect_oracle(*rules, support::small_box(*rules, volume, 30));
  }
}

TEST(SumSearch, AgreesWithTheOracleOnRandomGames) {
  support::for_random_rules(/*first=*/77'000, 120, [](const rules::Rules& rules) {
    expect_oracle(rules, support::small_box(rules, rules.has_sums() ? 8 : 60, 10));
  });
}

// Random sums of up to four positions of the games, against the oracle on their union.
void expect_oracle_on_sums(std::vector<rules::Rules> games, std::int64_t largest, int count,
                           std::uint64_t seed) {
  const support::UnionGame all(games);
  std::vector<Shared> shared;
  for (rules::Rules& game : games) shared.push_back(share(std::move(game)));
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    std::mt19937_64 random(seed);
    oracle::Oracle oracle(all.rules(), convention);
    BothGoals search(convention);
    for (int i = 0; i < count; ++i) {
      std::vector<Summand> sum;
      oracle::Sum positions;
      for (std::size_t size = random() % 5; size > 0; --size) {
        const std::size_t game = random() % shared.size();
        Position position;
        for (const rules::Coordinate& coordinate : shared[game]->coordinates)
          position.push_back(coordinate.low + static_cast<std::int64_t>(
                                                  random() % static_cast<std::uint64_t>(largest)));
        positions.push_back(all.position(game, position));
        sum.push_back({shared[game], std::move(position)});
      }
      SCOPED_TRACE(oracle::to_string(positions));
      search.expect(sum, oracle.outcome_of_sum(positions), oracle.remoteness_of_sum(positions));
    }
  }
}

TEST(SumSearch, SumsOfUnlikeHeapsAgreeWithTheOracle) {
  expect_oracle_on_sums({support::nim_heap(), support::subtraction_heap(support::listed({1, 3, 4})),
                         support::kayles_heap()},
                        /*largest=*/6, /*count=*/150, /*seed=*/1234);
}

TEST(SumSearch, SumsOfUnlikeDimensionsAgreeWithTheOracle) {
  expect_oracle_on_sums(
      {support::nim_heap(), support::two_heaps_and_diagonal(), *rules::load("cutting")},
      /*largest=*/4, /*count=*/60, /*seed=*/99);
}

TEST(SumSearch, CountsStandForEqualComponents) {
  const Shared nim = share(support::nim_heap());
  Meter meter;
  SumSearch search(Convention::misere, SumSearch::Goal::remoteness, meter);
  const auto counted = search.solve(std::vector<Summand>{{nim, {2}, 3}, {nim, {1}}});
  const auto written =
      search.solve(std::vector<Summand>{{nim, {2}}, {nim, {1}}, {nim, {2}}, {nim, {2}}});
  ASSERT_TRUE(counted && written);
  EXPECT_EQ(counted->outcome, written->outcome);
  EXPECT_EQ(counted->remoteness, written->remoteness);
}

// Misère Nim is played like Nim until all heaps have one (C. L. Bouton, "Nim, a game with
// a complete mathematical theory", Annals of Mathematics 3, 1901).
TEST(SumSearch, MisereNimIsBoutons) {
  const Shared nim = share(support::nim_heap());
  Meter meter;
  SumSearch search(Convention::misere, SumSearch::Goal::outcome, meter);
  for (std::int64_t a = 0; a < 9; ++a)
    for (std::int64_t b = 0; b < 9; ++b)
      for (std::int64_t c = 0; c < 9; ++c) {
        const bool is_small = a < 2 && b < 2 && c < 2;
        const auto found = search.solve(std::vector<Summand>{{nim, {a}}, {nim, {b}}, {nim, {c}}});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->outcome == Outcome::P, ((a ^ b ^ c) == 0) != is_small);
      }
}

TEST(SumSearch, TheEmptySumIsLostOrWonByConvention) {
  const Shared nim = share(support::nim_heap());
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    BothGoals search(convention);
    search.expect({}, outcome_without_options(convention), 0u);
    search.expect({{nim, {0}, 5}}, outcome_without_options(convention), 0u);
  }
}

TEST(SumSearch, FollowsPlayAMillionMovesDeep) {
  const Shared count = share(parsed("game count(n)\n  (n) -> (n - 1)\n"));
  Meter meter;
  SumSearch search(Convention::misere, SumSearch::Goal::remoteness, meter);
  const auto found = search.solve(std::vector<Summand>{{count, {1'000'001}}});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->outcome, Outcome::P);
  EXPECT_EQ(found->remoteness, 1'000'001u);
}

TEST(SumSearch, EndingsTellWhoWinsAloneUnderBothConventions) {
  const Shared race = share(parsed(
      "game race(n)\n  (n) -> (n - k) for k in 1 .. 2\n  won when n == 1\n  lost when n == 0\n"));
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    BothGoals search(convention);
    search.expect({{race, {0}}}, Outcome::P, 0u);
    search.expect({{race, {1}}}, Outcome::N, 0u);
    search.expect({{race, {2}}}, Outcome::N, 1u);  // to 0; 1 would be the other player's
    search.expect({{race, {3}}}, Outcome::P, 2u);
  }
}

TEST(SumSearch, RefusesSumsThatEndingsLeaveOpen) {
  const Shared nim = share(support::nim_heap());
  const Shared lost = share(parsed("game page(n)\n  (n) -> (n - 1)\n  lost when n == 2\n"));
  const Shared won = share(parsed("game race(n)\n  (n) -> (n - 1)\n  won when n == 2\n"));
  const auto is_open = [&](const Shared& game, Convention convention) {
    Meter meter;
    SumSearch search(convention, SumSearch::Goal::outcome, meter);
    const auto found = search.solve(std::vector<Summand>{{game, {5}}, {nim, {0}}});
    if (found) return false;
    EXPECT_EQ(found.error().code, Errc::unsupported);
    EXPECT_THAT(found.error().message, HasSubstr("leaves open who wins a sum"));
    return true;
  };
  EXPECT_TRUE(is_open(won, Convention::normal));
  EXPECT_TRUE(is_open(won, Convention::misere));
  EXPECT_TRUE(is_open(lost, Convention::misere));
  EXPECT_FALSE(is_open(lost, Convention::normal));
}

TEST(SumSearch, StopsAtTheMemoryLimit) {
  const Shared nim = share(support::nim_heap());
  Meter meter({.bytes = 2'000'000});
  SumSearch search(Convention::misere, SumSearch::Goal::remoteness, meter);
  const auto large = search.solve(std::vector<Summand>{{nim, {60}, 40}});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, Errc::memory);
  EXPECT_LE(meter.progress().bytes, 2'000'000u);
  const auto endless = search.solve(std::vector<Summand>{{nim, {1}, 1'000'000'000'000'000'000}});
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().code, Errc::memory);
  const auto small = search.solve(std::vector<Summand>{{nim, {3}}, {nim, {3}}});
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_EQ(small->outcome, Outcome::P);
}

TEST(SumSearch, StopsOnRequest) {
  const Shared nim = share(support::nim_heap());
  std::atomic<bool> stop = false;
  Meter meter({.stop = &stop, .progress = [&](const SearchProgress&) { stop = true; }});
  for (const auto goal : {SumSearch::Goal::outcome, SumSearch::Goal::remoteness}) {
    stop = false;
    SumSearch search(Convention::misere, goal, meter);
    const auto found = search.solve(std::vector<Summand>{{nim, {60}, 40}});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::interrupted);
  }
}

// The check of a search draws from these.
// A search that gives up has found out nothing wrong, wherever it was, and goes on from there.
TEST(SumSearch, IsRightAfterDeadlines) {
  const auto rules = std::make_shared<const rules::Rules>(*rules::load("three_pile"));
  Meter undisturbed, interrupted;
  const std::vector<Summand> sum{{rules, {14, 15, 16}, 1}};
  for (const SumSearch::Goal goal : {SumSearch::Goal::outcome, SumSearch::Goal::remoteness}) {
    SumSearch right(Convention::misere, goal, undisturbed);
    SumSearch search(Convention::misere, goal, interrupted);
    ASSERT_TRUE(right.solve(sum));
    int deadlines = 0;
    for (bool late = true; late; deadlines += late ? 1 : 0) {
      // Longer ones each time: a search begins at the top again.
      const std::chrono::microseconds time(20 * (deadlines + 1));
      interrupted.set_deadline(std::chrono::steady_clock::now() + time);
      const auto found = search.solve(sum);
      late = interrupted.clear_deadline();
      ASSERT_TRUE(late || found);
    }
    EXPECT_GE(deadlines, 3);
    for (std::uint64_t random = 0; random < 100'000; ++random)
      if (const auto position = search.any(rules, random)) {
        const auto value = right.known(rules, *position);
        if (!value) continue;
        EXPECT_EQ(search.known(rules, *position)->outcome, value->outcome) << to_string(*position);
        EXPECT_EQ(search.known(rules, *position)->remoteness, value->remoteness);
      }
  }
}

TEST(SumSearch, DrawsPositionsOfTheGameThatAreKnown) {
  const Shared game = share(parsed("game g(a, b)\n  (a, b) -> (a - k, b - 1) for k >= 1\n"));
  Meter meter;
  SumSearch search(Convention::misere, SumSearch::Goal::remoteness, meter);
  const std::vector<Summand> sum{{game, {5, 2}}, {game, {4, 1}}};
  ASSERT_TRUE(search.solve(sum));
  ASSERT_TRUE(search.solve(std::vector<Summand>{{game, {5, 2}}}));
  std::size_t drawn = 0;
  for (std::uint64_t random = 0; random < 100; ++random)
    if (const auto position = search.any(game, random)) {
      ++drawn;
      ASSERT_EQ(position->size(), 2U);
      EXPECT_TRUE(search.known(game, *position));
    }
  EXPECT_GT(drawn, 0U);
}

}  // namespace
}  // namespace grundy::lazy
