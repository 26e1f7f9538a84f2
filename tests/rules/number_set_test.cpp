#include <gmock/gmock.h>

#include <limits>

#include "rules/rules.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = NumberSet::Kind;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

NumberSet named(Kind kind, std::int64_t base = 0) {
  return {kind, base, {}};
}

// The definitions, one number at a time.
bool belongs(Kind kind, std::int64_t n) {
  if (n < 1) return false;
  switch (kind) {
    case Kind::odd:
      return n % 2 == 1;
    case Kind::even:
      return n % 2 == 0;
    case Kind::fibonacci: {
      std::int64_t a = 1, b = 2;
      while (a < n) b += std::exchange(a, b);
      return a == n;
    }
    case Kind::squares:
      for (std::int64_t r = 1; r * r <= n; ++r)
        if (r * r == n) return true;
      return false;
    case Kind::factorials:
      for (std::int64_t f = 1, i = 1; f <= n; f *= ++i)
        if (f == n) return true;
      return false;
    case Kind::primes:
      for (std::int64_t d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
      return n > 1;
    case Kind::powers:
      while (n % 3 == 0) n /= 3;
      return n == 1;
    case Kind::listed:
      break;
  }
  return false;
}

TEST(NumberSets, MembersAgreeWithTheDefinitionInEveryWindow) {
  for (const Kind kind : {Kind::odd, Kind::even, Kind::fibonacci, Kind::squares, Kind::factorials,
                          Kind::primes, Kind::powers})
    for (std::int64_t low = -3; low < 60; ++low)
      for (std::int64_t high : {low - 1, low, low + 1, low + 7, std::int64_t{800}}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << ": " << low << ".." << high);
        std::vector<std::int64_t> expected;
        for (std::int64_t n = low; n <= high; ++n)
          if (belongs(kind, n)) expected.push_back(n);
        EXPECT_EQ(named(kind, 3).members(low, high), expected);
      }
}

TEST(NumberSets, ListedOnesAreCut) {
  const NumberSet set{Kind::listed, 0, {-5, 0, 3, 9, most}};
  EXPECT_THAT(set.members(0, 9), ElementsAre(0, 3, 9));
  EXPECT_THAT(set.members(least, most), ElementsAre(-5, 0, 3, 9, most));
  EXPECT_THAT(set.members(4, 8), IsEmpty());
  EXPECT_THAT(set.members(9, 3), IsEmpty());
}

TEST(NumberSets, TheLargestIntegersAreNoTrouble) {
  EXPECT_THAT(named(Kind::odd).members(most - 3, most), ElementsAre(most - 2, most));
  EXPECT_THAT(named(Kind::even).members(most - 3, most), ElementsAre(most - 3, most - 1));
  EXPECT_THAT(named(Kind::even).members(most, most), IsEmpty());
  // F(92) is the largest below 2^63 (OEIS A000045).
  EXPECT_THAT(named(Kind::fibonacci).members(5'000'000'000'000'000'000, most),
              ElementsAre(7'540'113'804'746'346'429));
  EXPECT_EQ(named(Kind::fibonacci).members(least, most).size(), 91u);
  EXPECT_THAT(named(Kind::factorials).members(1'000'000'000'000'000'000, most),
              ElementsAre(2'432'902'008'176'640'000));  // 20!
  EXPECT_EQ(named(Kind::powers, 2).members(least, most).size(), 63u);
  EXPECT_THAT(named(Kind::powers, most).members(least, most), ElementsAre(1, most));
  const std::int64_t root = 3'037'000'499;
  EXPECT_THAT(named(Kind::squares).members(most - 6'074'000'998, most), ElementsAre(root * root));
}

TEST(NumberSets, PrimesAgreeWithPublishedCounts) {
  EXPECT_EQ(named(Kind::primes).members(1, 10'000'000).size(), 664'579u);  // OEIS A006880
  // The first primes after 10^12 (OEIS A033873), found by both methods around 10^12.
  EXPECT_THAT(named(Kind::primes).members(999'999'999'960, 1'000'000'000'063),
              ElementsAre(999'999'999'961, 999'999'999'989, 1'000'000'000'039, 1'000'000'000'061,
                          1'000'000'000'063));
  // 2^63 - 25 is the largest prime below 2^63 (OEIS A013603).
  EXPECT_THAT(named(Kind::primes).members(most - 40, most), ElementsAre(most - 24));
}

}  // namespace
}  // namespace grundy::rules
