// A program has the options of its rules: as the oracle lists them, whatever was proved and whether
// or not the proofs are relied on.
#include "oracle/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile.hpp"
#include "compile/random_rule.hpp"
#include "kernels/generic/runs.hpp"
#include "oracle/reach.hpp"
#include "rules/parser.hpp"
#include "support/random_rules.hpp"

namespace grundy::compile {
namespace {

using oracle::Sum;
using rules::Rules;

// The options of one position after another.
class Walk {
 public:
  explicit Walk(const CompiledRules& compiled)
      : program_(compiled.program()),
        outer_(program_.registers * kernels::lanes),
        inner_(outer_.size()),
        ready_(program_.rules.size()) {
    kernels::fill_constants(program_, columns());
  }

  // Ascending, those that are met twice twice; none where the game is over.
  std::vector<Sum> options(const Position& position) {
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      outer_[axis * kernels::lanes] = position[axis];
    kernels::begin_batch(program_, columns(), 1);
    std::vector<Sum> found;
    if (program_.over != kernels::no_register && outer_[program_.over * kernels::lanes] != 0)
      return found;
    kernels::visit_runs(program_, columns(), 1, 0, [&](const kernels::Run& run) {
      for (std::size_t i = 0; i < run.count; ++i) found.push_back(option(run, i));
      return false;
    });
    std::ranges::sort(found);
    return found;
  }

 private:
  kernels::Columns columns() { return {outer_, inner_, ready_}; }

  Sum option(const kernels::Run& run, std::size_t i) const {
    Sum sum(run.summands, Position(program_.dimensions));
    for (std::size_t s = 0; s < run.summands; ++s)
      for (std::size_t axis = 0; axis < program_.dimensions; ++axis)
        sum[s][axis] = run.output(s * program_.dimensions + axis, i);
    std::ranges::sort(sum);
    return sum;
  }

  const kernels::Program& program_;
  std::vector<std::int64_t> outer_, inner_;
  std::vector<kernels::Ready> ready_;
};

// Those that lie in the box, ascending, repeats included.
Result<std::vector<Sum>> by_definition(const Rules& rules, const Box& box, const Position& at) {
  std::vector<Sum> found;
  const auto keep = [&](Sum option) -> Status {
    if (std::ranges::all_of(option, [&](const Position& part) { return box.contains(part); }))
      found.push_back(std::move(option));
    return {};
  };
  if (const Status status = oracle::for_each_option(rules, at, keep); !status)
    return status.error();
  std::ranges::sort(found);
  return found;
}

struct Counts {
  std::size_t rules = 0;
  std::size_t refused = 0;  // as numbers that may overflow, as far as is proved
  std::size_t replayed = 0;
  std::size_t positions = 0;
  std::size_t options = 0;
  std::size_t undefined = 0;  // positions at which the oracle divides by 0
};

// Whether the oracle, which knows no bounds, has too much to try there.
bool is_far(const Rules& rules, const Position& at) {
  double values = 1;
  for (const rules::OptionRule& rule : rules.options)
    for (const double reach : oracle::reaches(rules, rule, at)) values *= 1 + reach;
  return values > 1000;
}

void expect_options(const Rules& rules, const Box& box, Counts& counts) {
  const auto trusted = compile(rules, box, Outputs::coordinates);
  counts.refused += trusted ? 0U : 1U;
  if (!trusted) return;
  const auto replayed = compile(rules, box, Outputs::coordinates, Proofs::replayed);
  counts.replayed += replayed ? 1U : 0U;
  Walk walk(*trusted);
  std::optional<Walk> replay;
  if (replayed) replay.emplace(*replayed);
  ++counts.rules;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    if (is_far(rules, at)) continue;
    const auto found = walk.options(at);
    if (replay) {
      ASSERT_EQ(replay->options(at), found) << "replayed at " << to_string(at);
    }
    const auto expected = by_definition(rules, box, at);
    counts.undefined += expected ? 0U : 1U;
    if (!expected) continue;
    ASSERT_EQ(found, *expected) << "at " << to_string(at);
    ++counts.positions;
    counts.options += found.size();
  }
}

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
