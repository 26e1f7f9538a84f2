// Outcomes of rows of positions at once (kernels/generic/lane_runs.hpp), against the oracle:
// options in the same batch, long runs, rules that take turns, symmetry inside and between tiles.
#include <gtest/gtest.h>

#include "rules/parse.hpp"
#include "support/expected.hpp"
#include "support/random_rules.hpp"
#include "support/sample.hpp"
#include "support/targets.hpp"

namespace grundy::generic {
namespace {

using namespace sweep;

const std::vector<Sample> samples{
    {"Multiples",
     "game g(a, b) symmetric (a, b) (a, b) -> (a - k * b, b) for k >= 1 when 1 <= b <= a",
     {90, 90}},
    {"MoreOptionsThanAByteCounts",
     "game g(a in 1..3, b) (a, b) -> (a, b - k * a) for k >= 2 (a, b) -> (a - 1, b)",
     {3, 700}},
    {"OptionsInTheBatch", "game g(n) (n) -> (n - 1) (n) -> (n - 3) (n) -> (n - 7)", {300}},
    {"OptionsInTheBatchAndBehind",
     "game g(a, b in 0..150) (a, b) -> (a, b - k * (a + 1)) for k >= 1 (a, b) -> (a - 2, b + k) "
     "for k in 0 .. 40",
     {9, 150}},
    {"DownwardScan",
     "game g(s, c in 0..80) (s, c) -> (s, c + k) for k in 1 .. min(c * c, s - c) (s, c) -> (s, c + "
     "2)",
     {80, 80}},
    {"Turns",
     "game g(a, b) (a, b) -> (a, b - k) for k in {1, 4, 9} (a, b) -> (a - i, b - j) for i in 1 .. "
     "2, j in 1 .. 3 when i + j < 5 (a, b) -> (a - k, b) for k in 1 .. 3 (a, b) -> (a - 1, b - 5)",
     {12, 140}},
    {"EndsOfPlay",
     "game g(a, b) lost when b mod 5 = 3 and a > b won when a + b = 17 "
     "(a, b) -> (a - k, b) for k in 1 .. 4 (a, b) -> (a, b - 2) (a, b) -> () when a = 6",
     {40, 70}},
    {"ThreeSymmetricPiles",
     "game g(a, b, c) symmetric (a, b, c) (a, b, c) -> (a - k * (b + 1), b, c) for k >= 1 "
     "(a, b, c) -> (a - 1, b - 1, c)",
     {17, 17, 17}},
    {"ByLayers",
     "game g(a, b) (a, b) -> (a - 2, b + 1) (a, b) -> (a + 1, b - 2) (a, b) -> (a - k, b) "
     "for k in 1 .. 3",
     {30, 30}}};

class OutcomeRows : public testing::TestWithParam<Sample> {
 protected:
  rules::Rules rules = rules::parsed(GetParam().text);
  Box box() const {
    Box box{{}, GetParam().high};
    for (const auto& coordinate : rules.coordinates) box.low.push_back(coordinate.low);
    return box;
  }
};

const std::vector<Question> questions{{Quantity::outcome, Convention::normal},
                                      {Quantity::outcome, Convention::misere}};

TEST_P(OutcomeRows, AreThoseOfTheDefinition) {
  for (const Question& question : questions) {
    SCOPED_TRACE(to_string(question));
    const auto expected = ask_oracle(rules, box(), question);
    ASSERT_TRUE(expected) << expected.error().message;
    for (const std::uint64_t tile : {1u, 70u, 700u, 5000u}) {
      const auto plan = plan_for(rules, box(), question, tile, "generic");
      ASSERT_TRUE(plan) << plan.error().message;
      for (const Setting& setting : {Setting{"serial", 1, tile}, Setting{"tbb", 3, tile}}) {
        SCOPED_TRACE(to_string(setting));
        expect_equal(carry_out(*plan, setting), *expected);
      }
    }
  }
}

TEST_P(OutcomeRows, OnEveryTarget) {
  for (const Question& question : questions) {
    const auto plan = plan_for(rules, box(), question, 5000, "generic");
    ASSERT_TRUE(plan) << plan.error().message;
    const auto expected = ask_oracle(rules, box(), question);
    test::on_every_target([&] {
      expect_equal(carry_out(*plan, Setting{"serial", 1, 5000}), *expected);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, OutcomeRows, testing::ValuesIn(samples),
                         [](const auto& sample) { return sample.param.name; });

}  // namespace
}  // namespace grundy::generic
