#include <gtest/gtest.h>

#include "oracle/evaluate.hpp"
#include "support/build_rules.hpp"

namespace grundy::oracle {
namespace {

using namespace grundy::support;
using Kind = NumberSet::Kind;
using Numbers = std::vector<std::int64_t>;

Numbers members(const NumberSet& set, std::int64_t low, std::int64_t high) {
  Numbers found;
  for (std::int64_t number = low; number <= high; ++number)
    if (is_member(set, number)) found.push_back(number);
  return found;
}

const NumberSet infinite_sets[] = {
    named(Kind::odd),    named(Kind::even),       named(Kind::squares),   named(Kind::fibonacci),
    named(Kind::primes), named(Kind::factorials), named(Kind::powers, 2), named(Kind::powers, 10)};

TEST(Member, NamedSetsBeginAsTheirDefinitionsSay) {
  EXPECT_EQ(members(named(Kind::odd), -3, 8), (Numbers{1, 3, 5, 7}));
  EXPECT_EQ(members(named(Kind::even), -3, 8), (Numbers{2, 4, 6, 8}));
  EXPECT_EQ(members(named(Kind::fibonacci), -3, 60), (Numbers{1, 2, 3, 5, 8, 13, 21, 34, 55}));
  EXPECT_EQ(members(named(Kind::squares), -3, 50), (Numbers{1, 4, 9, 16, 25, 36, 49}));
  EXPECT_EQ(members(named(Kind::factorials), -3, 1000), (Numbers{1, 2, 6, 24, 120, 720}));
  EXPECT_EQ(members(named(Kind::primes), -3, 32),
            (Numbers{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31}));
  EXPECT_EQ(members(named(Kind::powers, 2), -3, 40), (Numbers{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(members(named(Kind::powers, 3), -3, 90), (Numbers{1, 3, 9, 27, 81}));
}

TEST(Member, ListedSetsHoldWhatIsListed) {
  EXPECT_EQ(members(listed({-2, 0, 7}), -5, 10), (Numbers{-2, 0, 7}));
  EXPECT_EQ(members(listed({}), -5, 10), Numbers{});
}

TEST(Member, AgreesWithTheListsThatKernelsUse) {
  for (const NumberSet& set : infinite_sets)
    for (const auto& [low, high] : {std::pair<std::int64_t, std::int64_t>{-5, 3000},
                                    {1, 1},
                                    {24, 24},
                                    {25, 120},
                                    {121, 143},
                                    {9, 3}})
      EXPECT_EQ(set.members(low, high), members(set, low, high))
          << "kind " << static_cast<int>(set.kind) << ", " << low << " .. " << high;
}

}  // namespace
}  // namespace grundy::oracle
