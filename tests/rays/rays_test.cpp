// What the planner takes for rays, and which axes it finds interchangeable.
#include "methods/rays/rays.hpp"

#include <gmock/gmock.h>

#include "rules/language/parser.hpp"

namespace grundy::ray {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

rules::Rules parse(const std::string& text) {
  const auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << text;
  return games->front();
}

std::optional<Rays> rays_of(const std::string& text) {
  std::string why_not;
  auto rays = ray::rays_of(relation::differences(parse(text)), why_not);
  EXPECT_EQ(why_not.empty(), rays.has_value()) << why_not;
  return rays;
}

TEST(Rays, AreRecognisedHoweverTheyAreWritten) {
  const auto rays = rays_of(
      "game g(a in 2.., b, c in 0..9)\n"
      "  (a, b, c) -> (a - k, b, c)      for k >= 1\n"
      "  (a, b, c) -> (a - k, b - k, c)  for k in 1..\n"
      "  (a, b, c) -> (a, b, c - k)      for k in 1 .. c\n"
      "  (a, b, c) -> (a, b - k, -k + c) for k >= 1 when 1 <= 2\n"
      "  (a, b, c) -> (a - k, b, c)      for k in 1 .. a - 2\n");
  ASSERT_TRUE(rays);
  EXPECT_THAT(rays->directions,
              UnorderedElementsAre(family::Direction{1, 0, 0}, family::Direction{1, 1, 0},
                                   family::Direction{0, 0, 1}, family::Direction{0, 1, 1}));
}

TEST(Rays, OfSeveralAmountsAreCones) {
  using Directions = std::vector<family::Direction>;
  const Directions alone{{1, 0}, {0, 1}};
  const Directions both{{1, 1}};
  struct Case {
    std::string rule;
    Directions rays;
    Directions cones;
  };
  const std::vector<Case> cases{
      {"(a, b) -> (a - j, b - k) for j >= 1, k >= 1", {}, both},
      {"(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j + k >= 1", alone, both},
      {"(a, b) -> (a - j, b - k) for j >= 0, k in 0 .. b - 1 when 0 < j + k", alone, both},
      {"(a, b) -> (a - j, b - k) for j >= 0, k >= 1", {{0, 1}}, both},
      {"(a, b) -> (j, k) for j in 0 .. a, k in 1 .. b when j + k < a + b", alone, both},
      {"(a, b) -> (a - j, k) for j >= 1, k in 0 .. b", {{1, 0}}, both},
      {"(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j + k > 0 and (j >= 1 or k > 0)", alone,
       both},
      {"(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j * k = 0 and j + 2 * k > 0", alone, {}},
      {"(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when not j * k < 1", {}, both},
      {"(a, b) -> (a - j - 1, b - k) for j >= 0, k >= 1", {}, both},
      {"(a, b) -> (a - j, b - k) for j >= 1, k >= 1\n  (a, b) -> (a - 2 * k, b - k) for k >= 1",
       {},
       both},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.rule);
    const auto rays = rays_of("game g(a, b in 1..)\n  " + one.rule + "\n");
    ASSERT_TRUE(rays);
    EXPECT_THAT(rays->directions, UnorderedElementsAreArray(one.rays));
    EXPECT_THAT(rays->cones, UnorderedElementsAreArray(one.cones));
  }
}

TEST(Rays, AreNoConesWhereAmountsDependOnOneAnother) {
  for (const std::string rule :
       {"(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j + k >= 2",
        "(a, b) -> (a - j, b - k) for j >= 1, k in 1 .. j",
        "(a, b) -> (a - j, b - k) for j >= 1, k in j ..",
        "(a, b) -> (a - j, b - k) for j >= 2, k >= 1",
        "(a, b) -> (a - j, b - k) for j >= 1, k in 1 .. 7",
        "(a, b) -> (a - j, b - k) for j >= 1, k in 1 .. b - 2",
        "(a, b) -> (a - j, b - k) for j >= 1, k in {1, 2}",
        "(a, b) -> (a - j, b - 2 * k) for j >= 1, k >= 1",
        "(a, b) -> (a - j - k, b - k) for j >= 1, k >= 1",
        "(a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j != k",
        "(a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j <= a - 1",
        "(a, b) -> (j, k) for j in 0 .. a - 1, k in 2 .. b - 1",
        "(a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j * k != 3 and j + k > 0"}) {
    SCOPED_TRACE(rule);
    EXPECT_FALSE(rays_of("game g(a, b in 1..)\n  " + rule + "\n"));
  }
}

TEST(Rays, AreNotWhatIsBoundedOrConditional) {
  for (const std::string rule :
       {"(a, b) -> (a - k, b) for k >= 2", "(a, b) -> (a - k, b) for k in 1 .. 3",
        "(a, b) -> (a - k, b) for k in 1 .. b", "(a, b) -> (a - k, b) for k in odd",
        "(a, b) -> (a + 2 * k, b - k) for k >= 1", "(a, b) -> (a - k, b - 1) for k >= 1",
        "(a, b) -> (a - k * k, b) for k in 1 .. a", "(a, b) -> (a - 1, b - a * k) for k in 1 .. b",
        "(a, b) -> (a - k, b) for k >= 1 when b > 0", "(a, b) -> (a - 1, b)",
        "(a, b) -> (a - k, b) + (a - k, b) for k >= 1",
        "(a, b) -> (a - k - j, b) for k >= 1, j >= 1"}) {
    SCOPED_TRACE(rule);
    EXPECT_FALSE(rays_of("game g(a, b)\n  " + rule + "\n"));
  }
}

TEST(Rays, MayBeginBesideThemselves) {
  const auto rays = rays_of(
      "game g(a, b)\n"
      "  (a, b) -> (a - k - 3, b - 2 * k) for k >= 1\n"
      "  (a, b) -> (a - k, b) for k >= 1\n"
      "  (a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2\n"
      "  (a, b) -> (a - k, b - 2 * k) for k >= 1\n"
      "  (a, b) -> (a - k, b - k) for k >= 3\n");
  ASSERT_TRUE(rays);
  EXPECT_THAT(rays->directions,
              testing::ElementsAre(family::Direction{1, 0}, family::Direction{1, 1},
                                   family::Direction{1, 2}));
  using Starts = std::vector<family::Direction>;
  EXPECT_THAT(rays->starts,
              testing::ElementsAre(Starts(), Starts({{2, 1}, {2, 3}}), Starts({{4, 2}})))
      << "(1, 2) is on a ray of its own";
  const Rays small = within(*rays, {{0, 0}, {3, 1}});
  EXPECT_THAT(small.directions,
              testing::ElementsAre(family::Direction{1, 0}, family::Direction{1, 1}));
  EXPECT_THAT(small.starts, testing::ElementsAre(Starts(), Starts({{2, 1}})));
  EXPECT_TRUE(within(*rays, {{0, 0}, {9, 0}}).starts.empty());
  // No ray is there to run along.
  EXPECT_FALSE(rays_of("game g(a, b)\n  (a, b) -> (a - k - 1, b - k) for k >= 1\n"));
  EXPECT_FALSE(rays_of("game g(a, b)\n  (a, b) -> (a - k, b) for k >= 2\n"));
}

TEST(Rays, TakeMultiplesOfANumber) {
  const auto rays = rays_of(
      "game g(a, b, c)\n"
      "  (a, b, c) -> (a - k, b - 2 * k, c)      for k >= 1\n"
      "  (a, b, c) -> (a - 3 * k, b, c - 5 * k)  for k in 1 .. a\n"
      "  (a, b, c) -> (a, b - 4 * k, c)          for k >= 1\n"
      "  (a, b, c) -> (a, b - 2 * k, c)          for k >= 1\n"
      "  (a, b, c) -> (a - 3 * k, b - 6 * k, c)  for k >= 1\n"
      "  (a, b, c) -> (a, b - 3 * k, c)          for k >= 1\n");
  ASSERT_TRUE(rays);
  EXPECT_THAT(rays->directions,
              UnorderedElementsAre(family::Direction{1, 2, 0}, family::Direction{3, 0, 5},
                                   family::Direction{0, 2, 0}, family::Direction{0, 3, 0}));
  EXPECT_FALSE(in_steps_of_one(*rays));
  EXPECT_THAT(within(*rays, {{0, 0, 0}, {9, 2, 4}}).directions,
              UnorderedElementsAre(family::Direction{1, 2, 0}, family::Direction{0, 2, 0}));
}

TEST(Rays, ThatLeadNowhereAreLeftOut) {
  const Rays rays{{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 1, 1}}};
  EXPECT_THAT(within(rays, {{0, 0, 0}, {0, 5, 5}}).directions,
              UnorderedElementsAre(family::Direction{0, 1, 0}, family::Direction{0, 1, 1}));
  EXPECT_THAT(within(rays, {{0, 0, 0}, {5, 0, 5}}).directions,
              UnorderedElementsAre(family::Direction{1, 0, 0}));
  // Some kernel has to solve the box, and it may as well be that of rays.
  EXPECT_EQ(within(rays, {{0, 0, 0}, {0, 0, 5}}).directions, rays.directions);
}

TEST(InterchangeableAxes, AreFoundWithoutADeclaration) {
  const Rays all{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}};
  EXPECT_THAT(interchangeable_axes(all, {{0, 0, 0}, {5, 5, 5}}), ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(interchangeable_axes(all, {{0, 0, 0}, {5, 6, 5}}), ElementsAre(ElementsAre(0, 2)));
  EXPECT_THAT(interchangeable_axes(all, {{0, 1, 2}, {5, 5, 5}}), IsEmpty());
  const Rays chain{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, 1}}};
  EXPECT_THAT(interchangeable_axes(chain, {{0, 0, 0}, {5, 5, 5}}), ElementsAre(ElementsAre(0, 2)));
}

TEST(InterchangeableAxes, ComeInGroupsOfAtMostFive) {
  Rays heaps;
  for (std::size_t i = 0; i < 7; ++i) {
    heaps.directions.emplace_back(7, 0);
    heaps.directions.back()[i] = 1;
  }
  const Box box{Position(7, 0), Position(7, 3)};
  EXPECT_THAT(interchangeable_axes(heaps, box),
              ElementsAre(ElementsAre(0, 1, 2, 3, 4), ElementsAre(5, 6)));
}

}  // namespace
}  // namespace grundy::ray
