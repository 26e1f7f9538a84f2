#include "oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/build_rules.hpp"

namespace grundy::oracle {
namespace {

using namespace grundy::support;
using rules::Rules;
using Compare = Condition::Op;
using Numbers = std::vector<std::uint32_t>;

template <class T>
T value(const Result<T>& result) {
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : T{};
}

// Fails where the message does not say why.
template <class T>
void expect_refusal(const Result<T>& result, std::string_view reason) {
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find(reason), std::string::npos) << result.error().message;
}

Numbers first_nimbers(const Rules& rules, std::int64_t count) {
  Oracle oracle(rules, Convention::normal);
  Numbers nimbers;
  for (std::int64_t n = 0; n < count; ++n) nimbers.push_back(value(oracle.nimber({n})));
  return nimbers;
}

TEST(Mex, IsTheLeastNumberThatIsMissing) {
  EXPECT_EQ(mex({}), 0u);
  EXPECT_EQ(mex({0, 1, 2}), 3u);
  EXPECT_EQ(mex({1, 2}), 0u);
  EXPECT_EQ(mex({0, 2, 3}), 1u);
}

TEST(Oracle, ANimHeapIsItsOwnNimber) {
  EXPECT_EQ(first_nimbers(nim_heap(), 8), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
}

// Bouton, "Nim, a game with a complete mathematical theory" (1901).
TEST(Oracle, SumsOfNimHeapsXorTheirSizes) {
  Oracle oracle(nim_heap(), Convention::normal);
  for (std::int64_t a = 0; a <= 6; ++a)
    for (std::int64_t b = a; b <= 6; ++b)
      for (std::int64_t c = b; c <= 6; ++c) {
        const Sum sum{{c}, {a}, {b}};
        EXPECT_EQ(value(oracle.nimber_of_sum(sum)), static_cast<std::uint32_t>(a ^ b ^ c));
        EXPECT_EQ(value(oracle.outcome_of_sum(sum)) == Outcome::P, (a ^ b ^ c) == 0);
      }
}

// Bouton again: as normal play while some heap exceeds one, and otherwise its opposite.
TEST(Oracle, MisereNimDiffersOnlyWhenAllHeapsAreOnes) {
  Oracle oracle(nim_heap(), Convention::misere);
  for (std::int64_t a = 0; a <= 5; ++a)
    for (std::int64_t b = a; b <= 5; ++b)
      for (std::int64_t c = b; c <= 5; ++c) {
        const bool previous_wins = c >= 2 ? (a ^ b ^ c) == 0 : (a + b + c) % 2 == 1;
        EXPECT_EQ(value(oracle.outcome_of_sum({{a}, {b}, {c}})) == Outcome::P, previous_wins);
      }
  EXPECT_EQ(value(oracle.outcome_of_sum({})), Outcome::N);
}

TEST(Oracle, SubtractionOfOneTwoThreeCountsModuloFour) {
  const Numbers nimbers = first_nimbers(subtraction_heap(listed({1, 2, 3})), 20);
  for (std::uint32_t n = 0; n < 20; ++n) EXPECT_EQ(nimbers[n], n % 4);
}

// Guy and Smith (1956); also OEIS A002186.
TEST(Oracle, KaylesBeginsAsPublished) {
  EXPECT_EQ(first_nimbers(kayles_heap(), 13), (Numbers{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4}));
}

TEST(Oracle, NimberByXorAgreesWithTheDefinitionOnWholeSums) {
  const Rules split_in_two =
      game({heap()}, {rule({{x(0) - x(1)}}, {at_least(c(1))}),
                      rule({{x(1)}, {x(0) - x(1)}}, {between(c(1), x(0) - c(1))})});
  for (const auto& [rules, last] : {std::pair{kayles_heap(), 14}, {split_in_two, 9}}) {
    Oracle oracle(rules, Convention::normal);
    for (std::int64_t n = 0; n <= last; ++n)
      EXPECT_EQ(value(oracle.nimber_by_xor({n})), value(oracle.nimber({n}))) << n;
  }
}

TEST(Oracle, ComponentsXorInsideSums) {
  Oracle oracle(kayles_heap(), Convention::normal);
  for (std::int64_t a = 0; a <= 6; ++a)
    for (std::int64_t b = a; b <= 6; ++b)
      EXPECT_EQ(value(oracle.nimber_of_sum({{a}, {b}})),
                value(oracle.nimber_by_xor({a})) ^ value(oracle.nimber_by_xor({b})));
}

// floor(n * (1 + sqrt 5) / 2), in integers.
std::int64_t golden_multiple(std::int64_t n) {
  std::int64_t root = 0;
  while ((root + 1) * (root + 1) <= 5 * n * n) ++root;
  return (n + root) / 2;
}

// W. A. Wythoff, "A modification of the game of Nim" (1907).
TEST(Oracle, WythoffPairsFollowTheGoldenRatio) {
  constexpr std::int64_t last = 25;
  std::set<Position> pairs;
  for (std::int64_t n = 0; golden_multiple(n) <= last; ++n) {
    pairs.insert({golden_multiple(n), golden_multiple(n) + n});
    pairs.insert({golden_multiple(n) + n, golden_multiple(n)});
  }
  Oracle oracle(two_heaps_and_diagonal(), Convention::normal);
  for (std::int64_t a = 0; a <= last; ++a)
    for (std::int64_t b = 0; b <= last; ++b)
      EXPECT_EQ(value(oracle.outcome({a, b})) == Outcome::P, pairs.contains({a, b}))
          << a << ", " << b;
}

// By hand, one or two at a time: who must leave a multiple of three hurries or delays.
TEST(Oracle, RemotenessOfAShortSubtractionGame) {
  Oracle normal(subtraction_heap(listed({1, 2})), Convention::normal);
  Oracle misere(subtraction_heap(listed({1, 2})), Convention::misere);
  const Numbers under_normal{0, 1, 1, 2, 3, 3, 4, 5, 5, 6};
  const Numbers under_misere{0, 1, 2, 2, 3, 4, 4, 5, 6, 6};
  for (std::int64_t n = 0; n < 10; ++n) {
    const auto at = static_cast<std::size_t>(n);
    EXPECT_EQ(value(normal.remoteness({n})), under_normal[at]) << n;
    EXPECT_EQ(value(misere.remoteness({n})), under_misere[at]) << n;
    EXPECT_EQ(value(misere.outcome({n})) == Outcome::P, n % 3 == 1) << n;
  }
}

// With two heaps of n the loser can make it last: 2n plies when he takes one at a time.
TEST(Oracle, RemotenessOfTwoEqualNimHeaps) {
  Oracle oracle(nim_heap(), Convention::normal);
  for (std::int64_t n = 0; n <= 6; ++n) {
    EXPECT_EQ(value(oracle.remoteness_of_sum({{n}, {n}})), static_cast<std::uint32_t>(2 * n));
    EXPECT_EQ(value(oracle.remoteness_of_sum({{n}, {n + 3}})),
              static_cast<std::uint32_t>(2 * n + 1));
  }
}

TEST(Oracle, AnOptionWithoutComponentsIsTheEndOfTheSum) {
  const Rules rules = game({heap()}, {rule({}, {}, compare(x(0), Compare::equal, c(2)))});
  Oracle normal(rules, Convention::normal);
  EXPECT_EQ(value(normal.nimber({2})), 1u);
  EXPECT_EQ(value(normal.remoteness({2})), 1u);
  EXPECT_EQ(value(Oracle(rules, Convention::misere).outcome({2})), Outcome::P);
}

// Take one or two; a player left with exactly four has lost.
Rules four_is_lost() {
  return game({heap()}, {rule({{x(0) - x(1)}}, {between(c(1), c(2))})},
              {{Outcome::P, compare(x(0), Compare::equal, c(4)), {}}});
}

TEST(Oracle, ALostEndingIsLostUnderBothConventions) {
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    Oracle oracle(four_is_lost(), convention);
    EXPECT_EQ(value(oracle.outcome({4})), Outcome::P);
    EXPECT_EQ(value(oracle.remoteness({4})), 0u);
    EXPECT_EQ(value(oracle.outcome({5})), Outcome::N);
    EXPECT_EQ(value(oracle.outcome({6})), Outcome::N);
    EXPECT_EQ(value(oracle.outcome({7})), Outcome::P);
    EXPECT_EQ(value(oracle.remoteness({7})), 2u);
  }
  EXPECT_EQ(first_nimbers(four_is_lost(), 9), (Numbers{0, 1, 2, 0, 0, 1, 2, 0, 1}));
}

TEST(Oracle, AWonEndingIsWonUnderBothConventions) {
  const Rules rules = game({heap()}, {rule({{x(0) - x(1)}}, {between(c(1), c(2))})},
                           {{Outcome::N, compare(x(0), Compare::less_equal, c(1)), {}}});
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    Oracle oracle(rules, convention);
    EXPECT_EQ(value(oracle.outcome({1})), Outcome::N);
    EXPECT_EQ(value(oracle.remoteness({1})), 0u);
    EXPECT_EQ(value(oracle.outcome({2})), Outcome::P);
    EXPECT_EQ(value(oracle.remoteness({2})), 1u);
    EXPECT_EQ(value(oracle.outcome({3})), Outcome::N);
    expect_refusal(oracle.outcome_of_sum({{2}, {3}}), "an ending leaves open");
  }
  expect_refusal(Oracle(rules, Convention::normal).nimber({3}), "won when");
}

TEST(Oracle, LostEndingsInSumsAreForNormalPlay) {
  Oracle normal(four_is_lost(), Convention::normal);
  EXPECT_EQ(value(normal.nimber_of_sum({{4}, {5}, {6}})), 3u);
  Oracle misere(four_is_lost(), Convention::misere);
  expect_refusal(misere.outcome_of_sum({{4}, {5}}), "an ending leaves open");
  EXPECT_EQ(value(misere.outcome_of_sum({{5}})), Outcome::N);
}

TEST(Oracle, NimbersAreForNormalPlay) {
  Oracle oracle(nim_heap(), Convention::misere);
  expect_refusal(oracle.nimber({1}), "normal play");
  expect_refusal(oracle.nimber_by_xor({1}), "normal play");
}

TEST(Oracle, RefusesPositionsOutOfRange) {
  Oracle oracle(nim_heap(), Convention::normal);
  expect_refusal(oracle.nimber({-1}), "outside the range");
  expect_refusal(oracle.outcome({1, 2}), "outside the range");
}

TEST(Oracle, TellsWhenAClosureIsTooSmall) {
  const Rules rules = game({heap("a"), heap("b")}, {rule({{x(0) - c(2), x(1) + c(1)}})});
  const Box requested{{0, 0}, {4, 4}};
  Oracle small(rules, Convention::normal, requested);
  expect_refusal(small.nimber({4, 4}), "closure too small");
  Oracle large(rules, Convention::normal, Box{{0, 0}, {4, 6}});
  EXPECT_EQ(value(large.nimber({4, 4})), 0u);
}

TEST(Oracle, TellsWhenPlayNeedNotEnd) {
  const Rules rules = game({ranged("a", 0, 5)}, {rule({{x(0) - c(1)}}), rule({{x(0) + c(1)}})});
  Oracle oracle(rules, Convention::normal);
  expect_refusal(oracle.outcome({2}), "need not end");
  expect_refusal(oracle.outcome({3}), "need not end");
}

TEST(Oracle, PlaysLongGamesWithoutALongStack) {
  Oracle oracle(game({heap()}, {rule({{x(0) - c(1)}})}), Convention::normal);
  EXPECT_EQ(value(oracle.remoteness({100000})), 100000u);
}

}  // namespace
}  // namespace grundy::oracle
