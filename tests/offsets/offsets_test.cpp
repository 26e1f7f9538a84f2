// Which rules are written out as offsets, and what of them is left out.
#include "methods/offsets/offsets.hpp"

#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::offset {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const std::string& text, const Box& closure) {
  const rules::Rules rules = rules::parsed(text);
  const auto found = offsets(rules, relation::differences(rules), closure);
  EXPECT_FALSE(found);
  return found ? "" : found.error().message;
}

TEST(Offsets, SetsThatAreLargeInTheClosureAreNotWrittenOut) {
  for (const std::string set : {"primes", "squares"})
    EXPECT_THAT(refusal("game g(n) (n) -> (n - k) for k in " + set, {{0}, {std::int64_t{1} << 40}}),
                HasSubstr("too many values of k"))
        << set;
}

std::vector<Offset> offsets_of(const std::string& text, const Box& closure) {
  const rules::Rules rules = rules::parsed(text);
  const auto found = offsets(rules, relation::differences(rules), closure);
  EXPECT_TRUE(found) << found.error().message;
  return *found;
}

TEST(Offsets, NoMoreAreWrittenOutThanAllowed) {
  const Box closure{{0}, {10'000}};
  EXPECT_EQ(offsets_of("game g(n) (n) -> (n - k) for k in 1 .. 4096", closure).size(),
            most_offsets);
  EXPECT_THAT(refusal("game g(n) (n) -> (n - k) for k in 1 .. 4097", closure),
              HasSubstr("more than 4096 offsets"));
}

TEST(Offsets, BindersEndWhereTheySay) {
  EXPECT_EQ(offsets_of("game g(n) (n) -> (n - k) for k in 1 .. 3", {{0}, {9}}).size(), 3U);
  EXPECT_EQ(offsets_of("game g(n) (n) -> (n - k) for k in 1 .. 30", {{0}, {9}}).size(), 9U);
}

TEST(Offsets, MovesMayRaiseEveryCoordinate) {
  const auto found =
      offsets_of("game g(a in 0..9, b in 0..9) (a, b) -> (a + 1, b + 1)", {{0, 0}, {9, 9}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].change, ElementsAre(1, 1));
}

}  // namespace
}  // namespace grundy::offset
