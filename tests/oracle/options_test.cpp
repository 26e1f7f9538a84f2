#include "oracle/options.hpp"

#include <gtest/gtest.h>

#include "support/build_rules.hpp"
#include "support/options_within.hpp"

namespace grundy::oracle {
namespace {

using namespace grundy::support;
using rules::Rules;
using Kind = NumberSet::Kind;
using Compare = Condition::Op;
using Sums = std::vector<Sum>;

Sums options_of(const Rules& rules, const Position& position) {
  const auto found = options(rules, position);
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return found ? *found : Sums();
}

TEST(Options, OfAHeapAreAllSmallerHeaps) {
  EXPECT_EQ(options_of(nim_heap(), {3}), (Sums{{{0}}, {{1}}, {{2}}}));
  EXPECT_EQ(options_of(nim_heap(), {0}), Sums{});
}

TEST(Options, TakeOnlyMembersOfASet) {
  EXPECT_EQ(options_of(subtraction_heap(listed({1, 3, 4})), {3}), (Sums{{{0}}, {{2}}}));
  EXPECT_EQ(options_of(subtraction_heap(named(Kind::squares)), {9}), (Sums{{{0}}, {{5}}, {{8}}}));
  EXPECT_EQ(options_of(subtraction_heap(named(Kind::primes)), {1}), Sums{});
}

TEST(Options, ThatCoincideAreOne) {
  const Rules rules =
      game({heap()}, {rule({{x(0) - c(1)}}), rule({{x(0) - x(1)}}, {at_least(c(1))})});
  EXPECT_EQ(options_of(rules, {2}), (Sums{{{0}}, {{1}}}));
}

TEST(Options, OfASplitAreSumsWithTheirPartsInOrder) {
  EXPECT_EQ(options_of(kayles_heap(), {3}), (Sums{{{0}, {1}}, {{0}, {2}}, {{1}, {1}}}));
}

TEST(Options, CanBeTheEmptySum) {
  EXPECT_EQ(options_of(game({heap()}, {rule({})}), {5}), (Sums{{}}));
}

TEST(Options, OutsideTheRangesAreNone) {
  const Rules rules = game({ranged("a", 2, 5)}, {rule({{x(0) - c(1)}}), rule({{x(0) + c(2)}})});
  EXPECT_EQ(options_of(rules, {2}), (Sums{{{4}}}));
  EXPECT_EQ(options_of(rules, {3}), (Sums{{{2}}, {{5}}}));
  EXPECT_EQ(options_of(rules, {5}), (Sums{{{4}}}));
}

TEST(Options, OfASumNeedEveryPartInRange) {
  const Rules rules =
      game({ranged("a", 2, std::nullopt)}, {rule({{x(1)}, {x(0) - x(1)}}, {between(c(0), x(0))})});
  EXPECT_EQ(options_of(rules, {5}), (Sums{{{2}, {3}}}));
}

TEST(Options, HoldTheirCondition) {
  const auto odd = compare(make(Expression::Op::modulo, {x(0), c(2)}), Compare::equal, c(1));
  const Rules rules = game({heap()}, {rule({{x(0) - c(1)}}, {}, odd)});
  EXPECT_EQ(options_of(rules, {3}), (Sums{{{2}}}));
  EXPECT_EQ(options_of(rules, {4}), Sums{});
}

TEST(Options, AreNoneWhereTheGameIsOver) {
  const Rules rules = game({heap()}, {rule({{x(0) - c(1)}})},
                           {{Outcome::N, compare(x(0), Compare::equal, c(4)), {}},
                            {Outcome::P, compare(x(0), Compare::greater_equal, c(4)), {}}});
  EXPECT_EQ(options_of(rules, {3}), (Sums{{{2}}}));
  EXPECT_EQ(options_of(rules, {4}), Sums{});
  EXPECT_EQ(*ending(rules, {3}), std::nullopt);
  EXPECT_EQ(*ending(rules, {4}), Outcome::N) << "the first ending that holds counts";
  EXPECT_EQ(*ending(rules, {5}), Outcome::P);
}

TEST(Options, OfTwoBindersRunOverAllPairs) {
  // From (n), take k and then j < k: n - k - j.
  const Rules rules =
      game({heap()}, {rule({{x(0) - x(1) - x(2)}}, {at_least(c(1)), between(c(0), x(1) - c(1))})});
  EXPECT_EQ(options_of(rules, {3}), (Sums{{{0}}, {{1}}, {{2}}}));
}

TEST(Options, NameTheRuleThatOverflows) {
  const Rules rules = game({heap()}, {rule({{x(0) * x(0)}})});
  const auto found = options(rules, {std::int64_t{1} << 40});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("a rule"), std::string::npos);
}

TEST(Options, RefuseToFollowABinderForEver) {
  EXPECT_FALSE(options(nim_heap(), {std::int64_t{1} << 40}));
}

TEST(Options, AreGivenUpWhenThePatienceEnds) {
  using Clock = Patience::Clock;
  // 10^12 steps without any option: no square leaves 2 modulo 3.
  const auto rest = make(Expression::Op::modulo, {x(1) * x(1), c(3)});
  const auto never = compare(rest, Compare::equal, c(2));
  const Rules rules =
      game({heap()}, {rule({{x(0) - c(1)}}, {between(c(1), x(0)), between(c(1), x(0))}, never)});
  Patience late(Clock::now() + std::chrono::milliseconds(5));
  const auto found = options(rules, {1'000'000}, &late);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::interrupted);
  const std::atomic<bool> stop{true};
  Patience stopped(Clock::time_point::max(), &stop);
  EXPECT_EQ(options(rules, {1'000'000}, &stopped).error().code, Errc::interrupted);
  Patience enough(Clock::now() + std::chrono::hours(1));
  EXPECT_EQ(*options(rules, {20}, &enough), Sums{});
}

TEST(Options, OfLargeSetsAreGivenUpToo) {
  Patience late(Patience::Clock::now() - std::chrono::seconds(1));
  EXPECT_EQ(options(subtraction_heap(named(Kind::factorials)), {5'000'000}, &late).error().code,
            Errc::interrupted);
}

TEST(Options, OfManyPositionsWithoutBindersAreGivenUpToo) {
  const Rules rules = game({heap()}, {rule({{x(0) - c(1)}})});
  Patience late(Patience::Clock::now() - std::chrono::seconds(1));
  int begun = 0;
  while (begun < 100 && options(rules, {5}, &late)) ++begun;
  EXPECT_LT(begun, 100);
}

// Rules whose endless binders are stopped in every way that the language knows.
std::vector<Rules> games_with_endless_binders() {
  const auto a = x(0), b = x(1), k = x(2), j = x(3);
  const auto two = [](std::vector<rules::OptionRule> options, const Condition& when = always()) {
    for (auto& option : options) option.when = when;
    return game({heap("a"), ranged("b", -3, 12)}, std::move(options));
  };
  return {
      nim_heap(),
      two_heaps_and_diagonal(),
      subtraction_heap(named(Kind::fibonacci)),
      two({rule({{a - c(3) * k, b}}, {at_least(c(-2))})}),                  // a low end below zero
      two({rule({{a, b + k}}, {at_least(c(1))})}),                          // stopped by a high end
      two({rule({{a - k + j, b - j}}, {at_least(c(1)), at_least(c(1))})}),  // k by j, j by b
      two({rule({{a - k * (b + c(4)), b}}, {at_least(c(1))})}),  // times something positive
      two({rule({{c(0), b}}, {at_least(c(0))})}, compare(k * k, Compare::less, a)),
      two({rule({{a, b - c(1)}}, {at_least(c(0)), between(k, a + b)})}),  // by a later binder
      // A square whose root has a falling end.
      two({rule({{a - k, b}}, {at_least(c(1)), between(c(0), k)})},
          compare(j * j, Compare::greater_equal, c(0))),
      two({rule({{a + c(40) - k, c(2)}}, {at_least(a)})}),
  };
}

TEST(Reach, FollowsEndlessBindersFarEnough) {
  for (const Rules& rules : games_with_endless_binders())
    for (std::int64_t a = 0; a <= 12; ++a)
      for (std::int64_t b = -3; b <= (rules.dimensions() == 2 ? 12 : -3); ++b) {
        const Position position = rules.dimensions() == 2 ? Position{a, b} : Position{a};
        EXPECT_EQ(options_of(rules, position), options_within(rules, position, 100))
            << grundy::to_string(position);
      }
}

TEST(Reach, IsExactForAHeap) {
  const Rules rules = nim_heap();
  const auto found = spans(rules, rules.options[0], {17});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].low, 1);
  EXPECT_EQ(found[0].high, 17);
}

// The low end of a range is as good as 0, however far it lies from it.
TEST(Reach, IsADistance) {
  for (const std::int64_t low : {std::int64_t{50'000'000}, -std::int64_t{1'000'000'000'000'000'000},
                                 std::int64_t{1'000'000'000'000'000'000}}) {
    const auto a = x(0), k = x(1);
    const Rules by_amount =
        game({ranged("a", low, std::nullopt)}, {rule({{a - k}}, {at_least(c(1))})});
    EXPECT_EQ(options_of(by_amount, {low + 2}), (Sums{{{low}}, {{low + 1}}})) << low;
    const Rules by_target =
        game({ranged("a", low, std::nullopt)}, {rule({{k}}, {between(c(-5), a - c(1))})});
    if (low > 0) {
      EXPECT_EQ(options_of(by_target, {low + 2}), (Sums{{{low}}, {{low + 1}}})) << low;
    }
  }
}

}  // namespace
}  // namespace grundy::oracle
