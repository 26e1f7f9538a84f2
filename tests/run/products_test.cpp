// Rules in which a binder is multiplied by something that is 0, or less, somewhere in the box.
#include <gtest/gtest.h>

#include "rules/parse.hpp"
#include "support/expected.hpp"
#include "support/random_rules.hpp"
#include "support/solvers.hpp"

namespace grundy::sweep {
namespace {

using rules::parsed;

const std::vector<std::string> games{
    "game g(a, y) (a, y) -> (i, y) for i in 0 .. a - 1 when i * y >= 1",
    "game g(a, y) (a, y) -> (i, y) for i in 0 .. a - 1 when i * y = a",
    "game g(a, y) (a, y) -> (i, y) for i in 0 .. a - 1 when i * y > a",
    "game g(a, y) (a, y) -> (i, y) for i in 0 .. a - 1 when i * y <= a",
    "game g(a, y in -2 .. 3) (a, y) -> (i, y) for i in 0 .. a - 1 when i * y >= a - 4",
    "game g(a, x) (a, x) -> (i, x) for i in 0 .. a - 1 when i * (x - 1) > x",
    "game g(a, n) (a, n) -> (i, n) for i in 0 .. a - 1 when i * (n mod 2) > 3",
    "game g(a, y) (a, y) -> (a - 1, min(y, i * y - 3)) for i in 0 .. a",
    "game g(a, y) (a, y) -> (a - 1, i * y - 3) for i in 0 .. a when i * y <= y + 3",
    "game g(a, y) (a, y) -> (i, j) for i in 0 .. a - 1, j in 0 .. y when i * j >= 3",
    "game g(a, y) (a, y) -> (i, y) for i in 0 .. a - 1 when i - i < 1 or a = 4",
    "game g(a, y) (a, y) -> (i, y) + (a - 1 - i, y) for i in 0 .. a - 1 when i * y >= 1",
    "game g(a) (a) -> (a - i) for i >= 1 when i - i < 1 or a = 4",
};

class Products : public testing::TestWithParam<std::string> {
 protected:
  const rules::Rules rules_ = parsed(GetParam());
  const Box box_ = support::oracle_box(rules_);
};

// By the search where they are sums of which the parts do not tell.
TEST_P(Products, AreSolvedInABox) {
  for (const Question& question : all_questions)
    for (const std::string kernel : {"auto", "generic"})
      for (const auto proofs : {compile::Proofs::trusted, compile::Proofs::replayed}) {
        SCOPED_TRACE(to_string(question) + " by kernel " + kernel);
        if (rules_.has_sums() && kernel != "auto") continue;
        const auto expected = ask_oracle(rules_, box_, question);
        ASSERT_TRUE(expected) << expected.error().message;
        plan::Request request;
        request.rules = rules_;
        request.high = box_.high;
        request.quantity = question.quantity;
        request.convention = question.convention;
        request.kernel = kernel;
        request.proofs = proofs;
        const auto plan = plan::make_plan(request);
        ASSERT_TRUE(plan) << plan.error().message;
        expect_equal(carry_out(*plan, {"serial", 1, plan::default_tile_positions}), *expected);
      }
}

TEST_P(Products, AreSearchedForOnePosition) {
  for (const Question& question : all_questions) {
    SCOPED_TRACE(to_string(question));
    const auto expected = ask_oracle(rules_, box_, question);
    ASSERT_TRUE(expected) << expected.error().message;
    for (const support::PointSolver& solver : support::point_solvers()) {
      const auto values =
          support::by_points(solver).solve(rules_, box_, question.quantity, question.convention);
      ASSERT_TRUE(values) << values.error().message;
      EXPECT_EQ(*values, expected->values) << "by " << solver.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Products, testing::ValuesIn(games));

}  // namespace
}  // namespace grundy::sweep
