// Options that only upper ends of ranges keep from being options: counted as the definition has
// them.
#include "compile/cut_off.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "oracle/options.hpp"
#include "rules/parse.hpp"

namespace grundy::compile {
namespace {

using oracle::Sum;
using rules::Rules;
using testing::ElementsAre;

// Of rules whose binders end without upper ends.
std::uint64_t counted(const Rules& rules, const Box& box) {
  Rules open = rules;
  for (rules::Coordinate& coordinate : open.coordinates) coordinate.high.reset();
  std::uint64_t count = 0;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const auto options = oracle::options(open, box.position(rank));
    EXPECT_TRUE(options);
    for (const Sum& sum : *options)
      count +=
          std::ranges::all_of(sum, [&](const Position& p) { return oracle::in_range(rules, p); })
              ? 0U
              : 1U;
  }
  return count;
}

TEST(CutOff, IsCountedAsTheDefinitionHasIt) {
  for (const char* text :
       {"game g(n in 0..9) (n) -> (n + k) for k in 2 .. 4 when n >= 4",
        "game g(w in 0..6, b in 0..20) (w, b) -> (w - 1, b + 7)\n(w, b) -> (w, b - k) for k >= 1",
        "game g(a in 0..5, b in 0..5) symmetric (a, b) (a, b) -> (a - k, b + 2 * k) for k >= 1",
        "game g(n in 1..9) (n) -> (i) + (n - 1) + (n + 9 * i) for i in 1 .. n - 1 when n mod 3 = 0",
        "game g(n in 0..9) (n) -> (n * n) when n >= 2",
        "game g(n in 0..9) lost when n = 9 (n) -> (n + 5) when n != 8"}) {
    SCOPED_TRACE(text);
    const Rules rules = rules::parsed(text);
    Box box;
    for (const rules::Coordinate& coordinate : rules.coordinates) {
      box.low.push_back(coordinate.low);
      box.high.push_back(*coordinate.high);
    }
    const auto found = cut_off(rules, box);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->options, counted(rules, box));
    EXPECT_TRUE(found->are_all);
  }
}

TEST(CutOff, HasAnExample) {
  const auto found =
      cut_off(rules::parsed("game g(n in 0..9) (n) -> (n + 2) when n >= 4"), {{0}, {9}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->options, 2U);
  EXPECT_EQ(found->from, Position{9});
  EXPECT_THAT(found->to, ElementsAre(Position{11}));
}

TEST(CutOff, IsNothingWhereNothingIs) {
  EXPECT_FALSE(cut_off(rules::parsed("game g(n) (n) -> (n - k) for k >= 1"), {{0}, {9}}));
  EXPECT_FALSE(cut_off(rules::parsed("game g(n in 0..9) (n) -> (n - k) for k >= 1"), {{0}, {9}}));
}

TEST(CutOff, IsAtLeastThatMuchInLargeBoxes) {
  const Rules rules =
      rules::parsed("game g(a in 0..99999, b in 0..99999) (a, b) -> (a - 1, b + 1)");
  const auto found = cut_off(rules, {{0, 0}, {99999, 99999}});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->are_all);
  EXPECT_GE(found->options, 1U);
}

// Without the range's end there would be 10^8 values to try at each position.
TEST(CutOff, IsNotLookedForWithoutEnd) {
  const Rules rules = rules::parsed(
      "game g(n in 0..1000) (n) -> (n + 2 * k) for k in 0 .. 100000000 "
      "when (k mod 7) * (k mod 5) = 23");
  EXPECT_FALSE(cut_off(rules, {{0}, {1000}}));
}

TEST(CutOff, IsFoundWhereOnlyARangeEndsABinder) {
  const auto found =
      cut_off(rules::parsed("game g(n in 0..9) (n) -> (k) for k >= n + 1"), {{0}, {9}});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->are_all);
}

}  // namespace
}  // namespace grundy::compile
