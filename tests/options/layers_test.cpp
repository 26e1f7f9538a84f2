// Symmetric games without a scan order: layers of equal weight, where only sorted positions are
// solved.
#include <gtest/gtest.h>

#include "rules/parse.hpp"
#include "rules/proofs/bounds.hpp"
#include "support/expected.hpp"

namespace grundy::generic {
namespace {

using namespace sweep;

struct LayerGame {
  std::string text;
  std::vector<std::int64_t> high;
};

const std::vector<LayerGame> layer_games{
    {"game one_of_each(a, b)\n  symmetric (a, b)\n"
     "  (a, b) -> (a - i, b - j)  for i in 0 .. 1, j in 0 .. 1 when i + j >= 1\n",
     {9, 9}},
    {"game two_of_three(a in 2.., b in 2.., c in 2..)\n  symmetric (a, b, c)\n"
     "  (a, b, c) -> (a - i, b - j, c - k)\n"
     "    for i in 0 .. 1, j in 0 .. 1, k in 0 .. 1 when i + j + k >= 2\n",
     {7, 7, 7}},
    {"game moore(a, b, c, d)\n  symmetric (a, b, c, d)\n"
     "  (a, b, c, d) -> (a - i, b - j, c, d)  for i >= 0, j >= 0 when i + j >= 1\n",
     {3, 3, 3, 3}},
    {"game two_groups(a, b, c, d)\n  symmetric (a, b)\n  symmetric (c, d)\n"
     "  (a, b, c, d) -> (a - i, b - j, c - k, d)\n"
     "    for i in 0 .. 1, j in 0 .. 1, k in 0 .. 2 when i + j + k >= 2\n",
     {4, 4, 4, 4}}};

TEST(Layers, CopiesOfSortedPositionsAreMade) {
  std::size_t sorted_layers = 0;
  for (const LayerGame& game : layer_games) {
    const rules::Rules rules = rules::parsed(game.text);
    const Box box{Position(rules::Region::everything(rules).low), game.high};
    for (const Question& question : all_questions) {
      SCOPED_TRACE(game.text + to_string(question));
      const auto expected = ask_oracle(rules, box, question);
      ASSERT_TRUE(expected) << expected.error().message;
      const auto plan =
          plan_for(rules, box, question, plan::default_tile_positions, std::string("generic"));
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_EQ(plan->schedule.order(), tiles::Order::layers);
      if (plan->method.symmetry_used) ++sorted_layers;
      for (const Setting& setting : {Setting{"serial", 1, 100}, {"openmp", 2, 1}, {"tbb", 8, 7}})
        expect_equal(carry_out(*plan, setting), *expected);
    }
  }
  EXPECT_GT(sorted_layers, 0U);
}

// a + b falls with every move here, and so do a + c and b + c: none of them alone is symmetric.
TEST(Layers, HoldWholeOrbits) {
  const rules::Rules rules = rules::parsed(layer_games[1].text);
  const Box box{{2, 2, 2}, {7, 7, 7}};
  const auto plan = plan_for(rules, box, all_questions[2]);
  ASSERT_TRUE(plan) << plan.error().message;
  const std::vector<std::int64_t>& weights = plan->schedule.weights();
  const bool alike = weights[0] == weights[1] && weights[1] == weights[2];
  EXPECT_EQ(plan->method.symmetry_used, alike) << plan->method.symmetry;
}

}  // namespace
}  // namespace grundy::generic
