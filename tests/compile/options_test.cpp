// A program has the options of its rules: as the oracle lists them, whatever was proved and whether
// or not the proofs are relied on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "compile/option_walk.hpp"
#include "compile/random_rule.hpp"
#include "rules/language/parser.hpp"
#include "support/random_rules.hpp"

namespace grundy::compile {
namespace {

// The game's own box, open sides cut short.
Box box_of(const Rules& rules, std::int64_t side) {
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    box.low.push_back(coordinate.low);
    box.high.push_back(
        std::min(coordinate.low + side, coordinate.high.value_or(coordinate.low + side)));
  }
  return box;
}

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(Options, OfRandomRulesAreThoseOfTheDefinition) {
  const std::uint64_t first = environment("GRUNDY_SEED", 1956);
  const std::uint64_t games = environment("GRUNDY_RULES", 6000);
  Counts counts;
  for (std::uint64_t seed = first; seed < first + games && !HasFailure(); ++seed) {
    const std::string text = random_rule(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << '\n' << text);
    const auto rules = rules::parse(text, "random rule");
    if (rules) expect_options(rules->front(), box_of(rules->front(), 6), counts);
  }
  EXPECT_GE(3 * counts.rules, games) << "most were refused";
  EXPECT_GE(20 * counts.rules, 19 * (counts.rules + counts.refused)) << "by compile";
  EXPECT_GE(50 * counts.replayed, 49 * counts.rules);
  EXPECT_GE(10 * counts.positions, 200 * counts.undefined);
  EXPECT_GE(counts.options, 4 * games) << "rules without options prove little";
}

// The options of the position, of which the rule is the only one of its game.
std::vector<Sum> options_of(const std::string& text, const Position& at, const Box& box) {
  const auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << games.error().message;
  const auto compiled = compile(games->front(), box, Outputs::coordinates);
  EXPECT_TRUE(compiled) << compiled.error().message;
  return Walk(*compiled).options(at);
}

TEST(Options, AProductWithNothingIsNotAtLeastOne) {
  const std::string text = "game g(a, y) (a, y) -> (i, y) for i in 0 .. a - 1 when i * y >= 1";
  EXPECT_TRUE(options_of(text, {3, 0}, {{0, 0}, {9, 9}}).empty());
  EXPECT_EQ(options_of(text, {3, 1}, {{0, 0}, {9, 9}}), (std::vector<Sum>{{{1, 1}}, {{2, 1}}}));
}

TEST(Options, ABinderThatCancelsIsStillABinder) {
  const std::string text = "game g(n) (n) -> (n - i) for i >= 1 when i - i < 1 or n = 4";
  EXPECT_EQ(options_of(text, {2}, {{0}, {9}}), (std::vector<Sum>{{{0}}, {{1}}}));
}

// Where a coordinate stays as it is, so does its range.
TEST(Options, NothingThatIsKnownIsTested) {
  const auto games = rules::parse("game g(a, b) (a, b) -> (a - k, b) for k >= 1", "test");
  const auto compiled = compile(games->front(), {{0, 0}, {9, 9}}, Outputs::ranks);
  ASSERT_TRUE(compiled);
  const kernels::RuleProgram& rule = compiled->program().rules[0];
  EXPECT_EQ(rule.pass, kernels::no_register);
  EXPECT_TRUE(rule.has_run);
}

}  // namespace
}  // namespace grundy::compile
