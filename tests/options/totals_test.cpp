// Sums of variable length by running totals, and without them.
#include <gmock/gmock.h>

#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::generic {
namespace {

using namespace sweep;
using testing::HasSubstr;

struct Sums {
  std::string text;
  Box box;
  bool by_totals;
};

std::vector<Sums> games() {
  const std::string two = "game g(a, b)\n";
  return {
      {"game g(n in 1..) (n) -> sum of (j) over j in i .. n - 1 for i in 1 .. n",
       {{1}, {300}},
       true},
      {"game g(n) (n) -> sum of (n - j) over j in 1 .. k for k in 0 .. n", {{0}, {200}}, true},
      {"game g(n) (n) -> sum of (n - 2 * j) over j in 1 .. k for k in 1 .. n", {{0}, {150}}, true},
      {"game g(n in -9..) (n) -> sum of (i + 3 * j) over j in 0 .. k for k in 0 .. 4, i in -9 .. n"
       " when i + 3 * k < n",
       {{-9}, {150}},
       true},
      {two + "(a, b) -> sum of (j, b) over j in i .. a - 1 for i in 0 .. a\n"
             "(a, b) -> sum of (a, j) over j in 0 .. b - 1 when b >= 1",
       {{0, 0}, {60, 40}},
       true},
      {two + "symmetric (a, b)\n(a, b) -> sum of (j, b - 1) over j in i .. a for i in 0 .. a + 1",
       {{0, 0}, {30, 30}},
       true},
      {two + "(a, b) -> sum of (a - j, b - 2 * j) over j in 1 .. k for k in 1 .. 5",
       {{0, 0}, {40, 70}},
       true},
      // Steps against the order of the other axis.
      {two + "(a, b) -> sum of (a - 1 - j, j) over j in 0 .. a - 1 when a >= 1\n"
             "(a, b) -> (a, b - k) for k >= 1",
       {{0, 0}, {40, 40}},
       false},
      {"game g(n) (n) -> k * (n - k) for k >= 1", {{0}, {300}}, false},
      {"game g(n) (n) -> 3 * (n - 1) + n * (n - 2) + (0)", {{0}, {300}}, false},
      {"game g(n) lost when n mod 7 = 5 (n) -> sum of (j) over j in i .. n - 1 for i in 0 .. n",
       {{0}, {200}},
       true},
      // The walk finds out that play ends.
      {"game g(n in 0 .. 60)\n"
       "(n) -> sum of (m + j) over j in 0 .. 2 for m in 0 .. 58\n"
       "  when (m * m) mod 37 < (n * n) mod 37 and ((m + 1) * (m + 1)) mod 37 < (n * n) mod 37\n"
       "   and ((m + 2) * (m + 2)) mod 37 < (n * n) mod 37",
       {{0}, {60}},
       false},
  };
}

TEST(Totals, GiveTheNimbersOfTheDefinition) {
  for (const Sums& game : games()) {
    SCOPED_TRACE(game.text);
    const rules::Rules rules = rules::parsed(game.text);
    const auto expected = ask_oracle(rules, game.box, {Quantity::nimber, Convention::normal});
    ASSERT_TRUE(expected) << expected.error().message;
    for (const auto& [executor, threads, tile] :
         {std::tuple("serial", 1, 1u << 20), std::tuple("serial", 1, 64u),
          std::tuple("tbb", 2, 64u), std::tuple("openmp", 3, 128u)}) {
      const auto plan = plan_for(rules, game.box, {Quantity::nimber, Convention::normal}, tile);
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_EQ(plan->method.reason.find("running totals") != std::string::npos, game.by_totals)
          << plan->method.reason;
      const auto answer = carry_out(*plan, {executor, static_cast<std::size_t>(threads), tile});
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(answer->values, expected->values) << executor << " " << tile;
    }
  }
}

TEST(Totals, SymmetryGivesWayToThem) {
  const rules::Rules rules = rules::parsed(games()[5].text);
  const auto plan = plan_for(rules, {{0, 0}, {30, 30}}, {Quantity::nimber, Convention::normal});
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->method.symmetry_used);
  EXPECT_THAT(plan->method.symmetry, HasSubstr("running totals of sums need all positions"));
}

// Not one for each pair of k and a, of which the equation leaves one for each k.
TEST(Totals, AnEquationBoundsTheNimbers) {
  const rules::Rules rules = rules::parsed(
      "game rising(n)\n(n) -> sum of (j) over j in a .. a + k - 1 for k >= 2, a >= 1"
      " when k * (2 * a + k - 1) = 2 * n");
  const auto plan = plan_for(rules, {{0}, {100'000}}, {Quantity::nimber, Convention::normal});
  ASSERT_TRUE(plan);
  EXPECT_LE(plan->method.largest_value, 447u);
}

TEST(Totals, OtherMethodsDecline) {
  for (const std::string_view kernel :
       {"step", "sparse", "pieces", "ray", "split", "window", "scan"}) {
    const rules::Rules rules = rules::parsed("game g(n) (n) -> 2 * (n - 1)");
    const auto plan = plan_for(rules, {{0}, {30}}, {Quantity::nimber, Convention::normal},
                               plan::default_tile_positions, std::string(kernel));
    ASSERT_FALSE(plan) << kernel;
    EXPECT_THAT(plan.error().message, HasSubstr("some options are sums of variable length"));
  }
}

}  // namespace
}  // namespace grundy::generic
