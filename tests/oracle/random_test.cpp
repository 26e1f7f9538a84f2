// What must hold for every game, on random ones. The same games check what the rules'
// own analysis claims about them.
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "oracle/oracle.hpp"
#include "rules/proofs/termination.hpp"
#include "support/options_within.hpp"
#include "support/random_rules.hpp"
#include "support/translated.hpp"

namespace grundy::oracle {
namespace {

using support::for_random_rules;
using support::oracle_box;
using support::small_box;

constexpr std::size_t games = 300;

template <class Use>
void for_positions(const Box& box, Use use) {
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position position = box.position(rank);
    SCOPED_TRACE(grundy::to_string(position));
    use(position);
    if (testing::Test::HasFailure()) return;
  }
}

bool has_nimbers(const rules::Rules& rules) {
  return std::none_of(rules.endings.begin(), rules.endings.end(),
                      [](const auto& ending) { return ending.outcome == Outcome::N; });
}

// Numbers of three digits lead beyond what is tried.
bool is_near(const rules::Rules& rules) {
  static const std::regex far("[0-9]{3}");
  return !std::regex_search(rules.text.substr(rules.text.find('\n')), far);
}

TEST(RandomGames, EndlessBindersAreFollowedFarEnough) {
  for_random_rules(1000, games, [](const rules::Rules& rules) {
    if (!is_near(rules)) return;
    for_positions(small_box(rules, 60, 10), [&](const Position& at) {
      const auto found = options(rules, at);
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_EQ(*found, support::options_within(rules, at, 40));
    });
  });
}

TEST(RandomGames, OptionsAreTheSameHoweverFarFrom0) {
  constexpr std::int64_t farthest = 1'000'000'000'000'000'000;
  for_random_rules(7000, games, [](const rules::Rules& rules) {
    std::mt19937_64 random(rules.dimensions());
    Position by;
    for (std::size_t axis = 0; axis < rules.dimensions(); ++axis)
      by.push_back((random() % 2 == 0 ? 1 : -1) * (farthest >> random() % 60));
    const support::Translation translation(by);
    const rules::Rules far = translation.of(rules);
    for_positions(small_box(rules, 30, 10), [&](const Position& at) {
      auto expected = options(rules, at);
      const auto found = options(far, translation.of(at));
      ASSERT_TRUE(expected) << expected.error().message;
      ASSERT_TRUE(found) << found.error().message;
      for (Sum& option : *expected)
        for (Position& part : option) part = translation.of(part);
      EXPECT_EQ(*found, *expected);
    });
  });
}

TEST(RandomGames, NimberByXorIsTheNimberOfTheWholeSum) {
  for_random_rules(2000, games, [](const rules::Rules& rules) {
    if (!has_nimbers(rules)) return;
    Oracle oracle(rules, Convention::normal);
    for_positions(oracle_box(rules), [&](const Position& at) {
      const auto by_xor = oracle.nimber_by_xor(at);
      const auto whole = oracle.nimber(at);
      const auto outcome = oracle.outcome(at);
      ASSERT_TRUE(by_xor && whole && outcome);
      EXPECT_EQ(*by_xor, *whole);
      EXPECT_EQ(*whole == 0, *outcome == Outcome::P);
    });
  });
}

// The winner always moves to a P-position, so plies to the end are odd for him and even
// for the loser, unless an ending gave the game away.
TEST(RandomGames, RemotenessHasTheParityOfTheOutcome) {
  for_random_rules(3000, games, [](const rules::Rules& rules) {
    if (!rules.endings.empty()) return;
    Oracle oracle(rules, Convention::normal);
    for_positions(oracle_box(rules), [&](const Position& at) {
      const auto outcome = oracle.outcome(at);
      const auto remoteness = oracle.remoteness(at);
      ASSERT_TRUE(outcome && remoteness);
      EXPECT_EQ(*remoteness % 2 == 1, *outcome == Outcome::N);
    });
  });
}

Position with_symmetric_sorted(const rules::Rules& rules, Position position) {
  for (const auto& group : rules.symmetric)
    for (const std::size_t i : group)
      for (const std::size_t j : group)
        if (i < j && position[j] < position[i]) std::swap(position[i], position[j]);
  return position;
}

TEST(RandomGames, SymmetricCoordinatesMayBeSorted) {
  for_random_rules(4000, games, [](const rules::Rules& rules) {
    if (rules.symmetric.empty() || rules.has_sums()) return;
    for (const Convention convention : {Convention::normal, Convention::misere}) {
      Oracle oracle(rules, convention);
      for_positions(small_box(rules, 60, 10), [&](const Position& at) {
        const Position sorted = with_symmetric_sorted(rules, at);
        EXPECT_EQ(*oracle.outcome(at), *oracle.outcome(sorted));
        EXPECT_EQ(*oracle.remoteness(at), *oracle.remoteness(sorted));
      });
    }
  });
}

TEST(RandomGames, PlayStaysInItsProvedClosureAndEnds) {
  for_random_rules(5000, games, [](const rules::Rules& rules) {
    const Box requested = oracle_box(rules);
    const auto proved = rules::closure(rules, requested);
    ASSERT_TRUE(std::holds_alternative<Box>(proved)) << std::get<rules::Complaint>(proved).message;
    const Box closure = std::get<Box>(proved);
    EXPECT_TRUE(closure.contains(requested));
    if (!has_nimbers(rules)) return;
    Oracle oracle(rules, Convention::normal, closure);
    for_positions(requested, [&](const Position& at) {
      const auto nimber = oracle.nimber_by_xor(at);
      EXPECT_TRUE(nimber) << nimber.error().message;
    });
  });
}

// Whether nested loops over the axes as `scan` says meet `first` before `second`.
bool is_met_before(const std::vector<rules::ScanAxis>& scan, const Position& first,
                   const Position& second) {
  for (const rules::ScanAxis& loop : scan)
    if (first[loop.axis] != second[loop.axis])
      return (first[loop.axis] < second[loop.axis]) == loop.ascending;
  return false;
}

std::int64_t weigh(const std::vector<std::int64_t>& weights, const Position& position) {
  std::int64_t sum = 0;
  for (std::size_t axis = 0; axis < weights.size(); ++axis) sum += weights[axis] * position[axis];
  return sum;
}

void expect_descent(const rules::Descent& descent, const Position& from, const Position& to) {
  SCOPED_TRACE("to " + grundy::to_string(to));
  EXPECT_TRUE(descent.weights.empty() || weigh(descent.weights, to) < weigh(descent.weights, from));
  EXPECT_TRUE(descent.scan.empty() || is_met_before(descent.scan, to, from));
  for (std::size_t axis = 0; axis < descent.trends.size(); ++axis) {
    EXPECT_TRUE(to[axis] <= from[axis] || descent.trends[axis].rises) << "axis " << axis;
    EXPECT_TRUE(to[axis] >= from[axis] || descent.trends[axis].falls) << "axis " << axis;
  }
}

TEST(RandomGames, EveryMoveDescendsAsProved) {
  std::size_t unproved = 0;
  for_random_rules(6000, games, [&](const rules::Rules& rules) {
    const Box box = std::get<Box>(rules::closure(rules, small_box(rules, 60, 8)));
    const auto proved = rules::descent(rules, box);
    if (!std::holds_alternative<rules::Descent>(proved)) {
      ++unproved;
      return;
    }
    const auto& descent = std::get<rules::Descent>(proved);
    EXPECT_FALSE(descent.weights.empty() && descent.scan.empty());
    for_positions(small_box(rules, 60, 8), [&](const Position& at) {
      const auto found = options(rules, at);
      ASSERT_TRUE(found);
      for (const Sum& option : *found)
        for (const Position& to : option) expect_descent(descent, at, to);
    });
  });
  EXPECT_LE(unproved, games / 20);
}

}  // namespace
}  // namespace grundy::oracle
