// Equal positions of sums: the rules without them have the same nimbers.
#include "rules/equal_heaps.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::rules {
namespace {

sweep::Values nimbers(const Rules& rules, std::int64_t high) {
  const auto expected =
      sweep::ask_oracle(rules, {{0}, {high}}, {Quantity::nimber, Convention::normal});
  EXPECT_TRUE(expected) << expected.error().message;
  return expected ? expected->values : sweep::Values();
}

TEST(EqualHeaps, RulesWithoutThemHaveTheSameNimbers) {
  const std::vector<std::string> options{
      "3 * (floor(n / 2)) when n >= 2",
      "4 * (n - 1)",
      "k * (floor(n / k)) for k in 2 .. 5 when n >= k",
      "n * (n - 2)",
      "2 * (n - 1) + (n - 2)",
      "(n - 2) + 3 * (n - 1) + k * (n - 3) for k in 1 .. 3",
      "2 * (n - 1) + sum of (j) over j in i .. n - 2 for i in 0 .. 2",
      "2 * (n - 3) + sum of (n - j) over j in 1 .. 3",
      "(n - k) for k in 1 .. 3",
      "5 * (n - k) + 5 * (n - k - 1) for k in 1 .. 2"};
  std::mt19937 engine(603);
  for (int turn = 0; turn < 60; ++turn) {
    std::string text = "game g(n)\n";
    for (int rule = 0; rule < 3; ++rule)
      text += "(n) -> " + options[engine() % options.size()] + "\n";
    SCOPED_TRACE(text);
    const Rules rules = parsed(text);
    const Rules fewer = without_equal_heaps(rules, Convention::normal);
    for (const OptionRule& rule : fewer.options)
      for (const Stretch& stretch : rule.stretches) EXPECT_FALSE(stretch.repeats());
    EXPECT_EQ(nimbers(fewer, 9), nimbers(rules, 9));
    EXPECT_TRUE(without_equal_heaps(rules, Convention::misere).has_stretches() ==
                rules.has_stretches());
  }
}

}  // namespace
}  // namespace grundy::rules
