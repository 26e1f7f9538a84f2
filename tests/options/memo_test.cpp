// Runs long enough to be remembered (kernels/generic/run_memo.hpp), of every shape, against the
// oracle.
#include <gtest/gtest.h>

#include "rules/parse.hpp"
#include "support/expected.hpp"
#include "support/sample.hpp"
#include "support/targets.hpp"

namespace grundy::generic {
namespace {

using namespace sweep;

const std::vector<Sample> samples{
    {"Growing", "game g(a, b) (a, b) -> (i, b) for i in 0 .. a - 1", {60, 9}},
    {"GrowingBackwards",
     "game g(a, b) (a, b) -> (a, b + k) for k in 1 .. min(a * a, 40 - b)",
     {30, 40}},
    {"GrowingAndShrinking",
     "game g(a, b) (a, b) -> (i, b) for i in 0 .. min(a - 1, 20 + 5 * b - a)",
     {50, 6}},
    {"Diagonal",
     "game g(a, b) (a, b) -> (a - k, b - k) for k >= 1 (a, b) -> (a - k, b) for k >= 3",
     {30, 30}},
    {"ManyRulesOneLine",
     "game g(a, b) (a, b) -> (i, b) for i in 0 .. a - 1 (a, b) -> (i, b) for i in 0 .. a - 2 "
     "(a, b) -> (a, j) for j in 0 .. b - 1 (a, b) -> (i, i) for i in 0 .. min(a, b) - 1",
     {40, 25}},
    {"OtherSteps",
     "game g(a, b in 0..40) (a, b) -> (0, j * (1 + a mod 2)) for j in 0 .. b when a >= 1",
     {8, 40}},
    {"Symmetric", "game g(a, b) symmetric (a, b) (a, b) -> (a - k, b) for k >= 1", {40, 40}},
    {"RunsInLoops",
     "game g(a, b) (a, b) -> (i, j) for i in 0 .. a - 1, j in 0 .. b - 1 when i + j > 2",
     {16, 24}},
    {"ManyRunsInLoops", "game g(a, b) (a, b) -> (i, j) for i in 0 .. a - 1, j in 0 .. b", {70, 12}},
    {"OneLineTwice",
     "game g(a, b) (a, b) -> (a, j) for j in 0 .. b - 1 "
     "(a, b) -> (a - 1, j) for i in 0 .. 1, j in 0 .. b - 9 * i",
     {3, 40}},
    {"OneHeap", "game g(n) lost when n mod 7 = 3 (n) -> (n - k) for k >= 1", {300}},
    {"ThreeRows",
     "game g(a, b, c) (a, b, c) -> (i, min(b, i), min(c, i)) for i in 0 .. a - 1 "
     "(a, b, c) -> (a, i, min(c, i)) for i in 0 .. b - 1 (a, b, c) -> (a, b, i) for i in 0 .. c - "
     "1",
     {14, 14, 14}}};

class RunMemo : public testing::TestWithParam<Sample> {};

TEST_P(RunMemo, TellsWhatTheOptionsAre) {
  const rules::Rules rules = rules::parsed(GetParam().text);
  const Box box{Position(GetParam().high.size(), 0), GetParam().high};
  for (const Question& question : all_questions) {
    SCOPED_TRACE(to_string(question));
    const auto expected = ask_oracle(rules, box, question);
    ASSERT_TRUE(expected) << expected.error().message;
    for (const std::uint64_t tile : tile_sizes) {
      const auto plan = plan_for(rules, box, question, tile, "generic");
      ASSERT_TRUE(plan) << plan.error().message;
      for (const Setting& setting : {Setting{"serial", 1, tile}, Setting{"tbb", 3, tile}}) {
        SCOPED_TRACE(to_string(setting));
        expect_equal(carry_out(*plan, setting), *expected);
      }
    }
  }
}

TEST_P(RunMemo, OnEveryTarget) {
  const rules::Rules rules = rules::parsed(GetParam().text);
  const Box box{Position(GetParam().high.size(), 0), GetParam().high};
  const Values expected = by_generic_kernel(rules, box);
  test::on_every_target([&] { EXPECT_EQ(by_generic_kernel(rules, box), expected); });
}

INSTANTIATE_TEST_SUITE_P(Samples, RunMemo, testing::ValuesIn(samples),
                         [](const auto& sample) { return sample.param.name; });

}  // namespace
}  // namespace grundy::generic
