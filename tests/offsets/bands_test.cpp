// Which rules are rays side by side.
#include <gmock/gmock.h>

#include "methods/forms.hpp"
#include "rules/language/parser.hpp"

namespace grundy::family {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Rays = std::vector<std::pair<Direction, Direction>>;

Rays rays_of(const std::string& rule) {
  const auto games = rules::parse("game g(a, b)\n  (a, b) -> " + rule + "\n", "test");
  EXPECT_TRUE(games) << rule;
  Rays rays;
  if (!games) return rays;
  for (const RayFrom& ray : rays_of_band(games->front(), games->front().options.front()))
    rays.emplace_back(ray.first, ray.step);
  return rays;
}

TEST(Bands, AreRaysForEachDifference) {
  const auto band = ElementsAre(std::pair(Direction{1, 2}, Direction{1, 1}),
                                std::pair(Direction{1, 1}, Direction{1, 1}),
                                std::pair(Direction{2, 1}, Direction{1, 1}));
  EXPECT_THAT(rays_of("(a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2"), band);
  EXPECT_THAT(rays_of("(a - j, b - k) for j >= 1, k >= 1 when 1 + j >= k and 2 * j <= j + k + 1"),
              band);
  EXPECT_THAT(rays_of("(a - j, b - k) for j >= 1, k in j .. j + 1"),
              ElementsAre(std::pair(Direction{1, 2}, Direction{1, 1}),
                          std::pair(Direction{1, 1}, Direction{1, 1})));
  EXPECT_THAT(rays_of("(a - 2 * j, b - 3 * k) for j >= 1, k >= 0 when j = k + 2"),
              ElementsAre(std::pair(Direction{4, 0}, Direction{2, 3})));
}

TEST(Bands, BeginAnywhere) {
  EXPECT_THAT(rays_of("(a - k - 1, b - 2 * k) for k >= 2"),
              ElementsAre(std::pair(Direction{3, 4}, Direction{1, 2})));
  EXPECT_THAT(rays_of("(a - k, b) for k >= 1"),
              ElementsAre(std::pair(Direction{1, 0}, Direction{1, 0})));
}

TEST(Bands, AreNotWhatHasNoEndOrAnother) {
  for (const std::string rule :
       {"(a - j, b - k) for j >= 1, k >= 1", "(a - j, b - k) for j >= 1, k >= 1 when j < k",
        "(a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2 and a > 3",
        "(a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < a",
        "(a - j, b - k) for j >= 1, k >= 1 when j - k < 2 and k - j < 2 and j != k",
        "(a - j, b - k) for j >= 1, k >= 1 when j = 2 * k",
        "(a - j, b - k) for j in 1 .. 3, k >= 1 when j = k",
        "(a - j, b - k) for j in odd, k >= 1 when j = k",
        "(a - j, b - k) for j >= 1, k >= 1 when j - k < 300 and k - j < 2",
        "(a - j, b + 1) for j >= 1, k >= 1 when j = k", "(a - k, b - a * k) for k in 1 .. a",
        "(a - k, b) for k in 1 .. 3", "(a - k, b) for k >= 1 when b > 0"})
    EXPECT_THAT(rays_of(rule), IsEmpty()) << rule;
}

}  // namespace
}  // namespace grundy::family
