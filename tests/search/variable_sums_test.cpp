// Sums of variable length, searched position by position.
#include <gmock/gmock.h>

#include "oracle/oracle.hpp"
#include "rules/parse.hpp"
#include "search/genus.hpp"
#include "search/misere_search.hpp"
#include "search/sum_search.hpp"

namespace grundy::lazy {
namespace {

using testing::HasSubstr;

std::vector<rules::Rules> games() {
  std::vector<rules::Rules> all;
  for (const std::string text : {
           "game ruler(n in 1..) (n) -> sum of (j) over j in i .. n - 1 for i in 1 .. n",
           "game towers(n in 1..) (n) -> k * (floor(n / k)) for k in divisors(n) when k >= 2",
           "game rising(n) (n) -> sum of (j) over j in a .. a + k - 1"
           " for k >= 2, a >= 1 when k * (2 * a + k - 1) = 2 * n",
           "game lieges(n) (n) -> (n - 1) (n) -> 3 * (floor(n / 2)) when n mod 2 = 0 and n >= 2",
           "game odds(n) (n) -> k * (n - k) for k in odd",
           "game two(n) (n) -> (n - 1) + 2 * (n - 2) (n) -> sum of (n - 3 * j) over j in 1 .. 2",
           "game ending(n) (n) -> k * (n - k) for k in 0 .. 3 when n >= 1 lost when n = 3",
       })
    all.push_back(rules::parsed(text));
  return all;
}

TEST(VariableSums, AgreeWithTheDefinition) {
  for (const rules::Rules& rules : games())
    for (const Convention convention : {Convention::normal, Convention::misere}) {
      if (convention == Convention::misere && !rules.endings.empty()) continue;
      SCOPED_TRACE(rules.name + ", " + std::string(to_string(convention)));
      oracle::Oracle oracle(rules, convention);
      const auto shared = std::make_shared<const rules::Rules>(rules);
      Meter meter;
      SumSearch outcomes(convention, SumSearch::Goal::outcome, meter);
      SumSearch plies(convention, SumSearch::Goal::remoteness, meter);
      NimberSearch nimbers(shared, meter);
      for (std::int64_t n = rules.coordinates[0].low; n <= 5; ++n) {
        const Summand alone{shared, {n}, 1};
        const auto outcome = outcomes.solve({&alone, 1});
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_EQ(outcome->outcome, *oracle.outcome({n})) << n;
        const auto remoteness = plies.solve({&alone, 1});
        ASSERT_TRUE(remoteness) << remoteness.error().message;
        EXPECT_EQ(remoteness->remoteness, *oracle.remoteness({n})) << n;
        if (convention == Convention::misere) continue;
        EXPECT_EQ(*nimbers.nimber({n}), *oracle.nimber({n})) << n;
        EXPECT_EQ(*nimbers.nimber({n}), *oracle.nimber_by_xor({n})) << n;
      }
    }
}

TEST(VariableSums, NimbersOfManyPositions) {
  Meter meter;
  const auto rules = std::make_shared<const rules::Rules>(games()[0]);
  NimberSearch ruler(rules, meter);
  for (const std::int64_t n : {1, 96, 255, 256})
    EXPECT_EQ(*ruler.nimber({n}), static_cast<std::uint32_t>(n & -n)) << n;
}

TEST(VariableSums, KindsUnderMisereTellTheWinner) {
  for (const rules::Rules& rules : games()) {
    if (!rules.endings.empty()) continue;
    Meter meter;
    const auto shared = std::make_shared<const rules::Rules>(rules);
    MisereSearch kinds(shared, meter);
    oracle::Oracle oracle(rules, Convention::misere);
    for (std::int64_t n = rules.coordinates[0].low; n <= 6; ++n) {
      const auto kind = kinds.kind({n});
      ASSERT_TRUE(kind) << kind.error().message;
      if (kind->is_wild()) continue;
      const bool is_p = kind->is_fickle() ? kind->nimber() == 1 : kind->nimber() == 0;
      EXPECT_EQ(*oracle.outcome({n}) == Outcome::P, is_p) << rules.name << " " << n;
    }
  }
}

TEST(VariableSums, MillionsOfEqualHeapsAreOneForNimbers) {
  Meter meter;
  const auto rules = std::make_shared<const rules::Rules>(
      rules::parsed("game g(n) (n) -> n * (n - 2) (n) -> (n + 1) * (n - 3)"));
  NimberSearch search(rules, meter);
  EXPECT_TRUE(search.nimber({5'000'000}));
}

TEST(VariableSums, SumsThatAreTooLongAreRefused) {
  SearchLimits limits;
  limits.bytes = std::uint64_t{1} << 24;
  Meter meter(limits);
  const auto rules =
      std::make_shared<const rules::Rules>(rules::parsed("game g(n) (n) -> 1000000000 * (n - 1)"));
  SumSearch sums(Convention::misere, SumSearch::Goal::outcome, meter);
  const Summand three{rules, {3}, 1};
  const auto found = sums.solve({&three, 1});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::memory);

  const auto long_sum = std::make_shared<const rules::Rules>(
      rules::parsed("game g(n) (n) -> sum of (j) over j in 0 .. n - 1"));
  NimberSearch nimbers(long_sum, meter);
  const auto far = nimbers.nimber({100'000'000});
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().code, Errc::unsupported);
  EXPECT_THAT(far.error().message, HasSubstr("a search takes at most 4194304"));
}

}  // namespace
}  // namespace grundy::lazy
