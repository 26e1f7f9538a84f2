// Which differences rules have, however they are written.
#include "relation/differences.hpp"

#include <gmock/gmock.h>

#include "rules/language/parser.hpp"
#include "rules/parse.hpp"

namespace grundy::relation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Differences of(const std::string& options, const std::string& coordinates = "a, b") {
  return differences(rules::parsed("game g(" + coordinates + ")\n" + options));
}

std::string why_not(const std::string& options, const std::string& coordinates = "a, b") {
  return of(options, coordinates).why_not.front();
}

constexpr const char* wythoff_in_other_words[] = {
    "(a, b) -> (a - k, b) for k >= 1\n(a, b) -> (a, b - k) for k in 1 .. b\n"
    "(a, b) -> (a - k, b - k) for k >= 1\n",
    "(a, b) -> (i, b) for i in 0 .. a - 1\n(a, b) -> (a, j) for j in 0 .. b - 1\n"
    "(a, b) -> (a - k, b - k) for k in 1 .. min(a, b)\n",
    "(a, b) -> (a - i, b - j) for i in 0 .. a, j in 0 .. b\n"
    "  when (i = j or i = 0 or j = 0) and i + j >= 1\n",
    "(a, b) -> (x, y) for y in 0 .. b, x in 0 .. a\n"
    "  when x + y < a + b and (x = a or y = b or a - x = b - y)\n",
    "(a, b) -> (a - 2 * k, b) for k >= 1\n(a, b) -> (a - 2 * k - 1, b) for k >= 0\n"
    "(a, b) -> (a, b - k) for k >= 1 when a < b\n(a, b) -> (a, b - k) for k >= 1 when a >= b\n"
    "(a, b) -> (a - k, b - k) for k in 1 .. 5\n(a, b) -> (a - k, b - k) for k >= 6\n"};

TEST(Differences, AreThoseOfTheRelationAndNotOfItsText) {
  for (const std::string rules : wythoff_in_other_words) {
    const Differences found = of(rules);
    EXPECT_TRUE(found.of_all_rules()) << rules;
    EXPECT_THAT(found.cones, IsEmpty()) << rules;
    EXPECT_THAT(found.rays,
                ElementsAre(Ray{{1, 0}, {1, 0}}, Ray{{0, 1}, {0, 1}}, Ray{{1, 1}, {1, 1}}))
        << rules;
    EXPECT_THAT(found.singles, IsEmpty()) << rules;
  }
}

TEST(Differences, OfBandsAreRaysSideBySide) {
  for (const std::string band :
       {"(a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2",
        "(a - j, b - k) for j >= 1, k >= 1 when 1 + j >= k and 2 * j <= j + k + 1",
        "(a - j, b - k) for j >= 1, k in max(1, j - 1) .. j + 1"})
    EXPECT_THAT(of("(a, b) -> " + band).rays,
                ElementsAre(Ray{{1, 1}, {1, 1}}, Ray{{1, 2}, {1, 1}}, Ray{{2, 1}, {1, 1}}))
        << band;
  EXPECT_THAT(of("(a, b) -> (a - j, b - k) for j >= 1, k in j .. j + 1").rays,
              ElementsAre(Ray{{1, 1}, {1, 1}}, Ray{{1, 2}, {1, 1}}));
  EXPECT_THAT(of("(a, b) -> (a - k - 1, b - 2 * k) for k >= 2").rays,
              ElementsAre(Ray{{3, 4}, {1, 2}}));
  EXPECT_THAT(of("(a, b) -> (a - 2 * j, b - 3 * k) for j >= 1, k >= 0 when j = k + 2").rays,
              ElementsAre(Ray{{4, 0}, {2, 3}}));
  EXPECT_THAT(of("(a, b) -> (a - k, b + k - 1) for k >= 1").rays,
              ElementsAre(Ray{{1, 0}, {1, -1}}));
}

TEST(Differences, OfRaysThatCrossAreWhole) {
  EXPECT_THAT(
      of("(a, b) -> (a - k, b - k) for k >= 1\n(a, b) -> (a - k - 3, b - 2 * k) for k >= 1").rays,
      ElementsAre(Ray{{1, 1}, {1, 1}}, Ray{{4, 2}, {1, 2}}));
}

TEST(Differences, OfStridesAreRaysToo) {
  EXPECT_THAT(of("(a, b) -> (a - k, b) for k in even").rays, ElementsAre(Ray{{2, 0}, {2, 0}}));
  EXPECT_THAT(of("(a, b) -> (a - k, b) for k in odd").rays, ElementsAre(Ray{{1, 0}, {2, 0}}));
  EXPECT_THAT(of("(a, b) -> (a - k, b - 2 * k) for k >= 1 when k mod 3 = 0").rays,
              ElementsAre(Ray{{3, 6}, {3, 6}}));
  EXPECT_THAT(of("(a, b) -> (a - 2 * k, b - 2 * k) for k in odd\n"
                 "(a, b) -> (a - 2 * k, b - 2 * k) for k in even")
                  .rays,
              ElementsAre(Ray{{2, 2}, {2, 2}}));
}

TEST(Differences, OfSeveralAmountsAreCones) {
  const Differences both = of("(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j + k >= 1");
  EXPECT_THAT(both.cones, ElementsAre(Vector{1, 1}));
  EXPECT_THAT(both.rays, ElementsAre(Ray{{1, 0}, {1, 0}}, Ray{{0, 1}, {0, 1}}));
  EXPECT_THAT(of("(a, b) -> (a - j, k) for j >= 1, k in 0 .. b - 1").cones,
              ElementsAre(Vector{1, 1}));
}

TEST(Differences, OfFewOptionsAreSingle) {
  EXPECT_THAT(of("(a, b) -> (a - i, b + i - 3) for i in 1 .. 2").singles,
              ElementsAre(Vector{1, 2}, Vector{2, 1}));
  EXPECT_THAT(of("(a, b) -> (a - k, b) for k in {1, 3, 4}").singles,
              ElementsAre(Vector{1, 0}, Vector{3, 0}, Vector{4, 0}));
}

TEST(Differences, SayWhyRulesHaveOthers) {
  EXPECT_THAT(why_not("(a, b) -> (a - k, b) for k >= 1 when b > 0"), HasSubstr("depends on"));
  EXPECT_THAT(why_not("(a, b) -> (a - k, b) for k in 1 .. b"), HasSubstr("depends on"));
  EXPECT_THAT(why_not("(a, b) -> (b, a - k) for k >= 1"), HasSubstr("depends on"));
  EXPECT_THAT(why_not("(a, b) -> (a - k, b - a * k) for k in 1 .. a"), HasSubstr("linear"));
  EXPECT_THAT(why_not("(a, b) -> (a - k, b) for k in squares"), HasSubstr("linear"));
  EXPECT_THAT(why_not("(a, b) -> (a - j, b - k) for j >= 1, k in j .. 2 * j"),
              HasSubstr("no rays"));
  EXPECT_THAT(why_not("(a, b) -> (a - k, b) for k in 1 .. 5000"), HasSubstr("more than a few"));
  EXPECT_THAT(why_not("(a, b) -> (a - k, b) + (a - k, b) for k >= 1"), HasSubstr("sums"));
}

// Once the options of all rules together were too much to reason about, the last rule had none.
TEST(Differences, OfARuleStayBesideOneThatIsTooMuch) {
  const Differences found =
      of("(a, b) -> (0, 0 - 1)\n"
         "(a, b) -> (a, b - 1 - k) for k in bits(b) when b mod 2 = 0 and k >= 1\n"
         "(a, b) -> (a - j, b - 1) for j in 0 .. 1\n");
  EXPECT_THAT(found.singles, UnorderedElementsAre(Vector{0, 1}, Vector{1, 1}));
  EXPECT_THAT(found.why_not, ElementsAre("", HasSubstr("line 3: what it takes depends"), ""));
}

TEST(Differences, EndsOfRangesOnlyForbidOptions) {
  EXPECT_THAT(of("(a, b) -> (a - k, b) for k >= 1", "a in 5 .. 300, b in -7 .. 9").rays,
              ElementsAre(Ray{{1, 0}, {1, 0}}));
}

}  // namespace
}  // namespace grundy::relation
