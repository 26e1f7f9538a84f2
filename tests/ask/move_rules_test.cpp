// The rule that each move is said to follow gives that move, and no rule before it does.
#include "ask/move_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ask/parse.hpp"
#include "oracle/options.hpp"
#include "rules/language/catalogue.hpp"

namespace grundy::query {
namespace {

Moves moves_of(const Sum& sum) {
  Evaluator evaluator;
  auto moves = evaluator.moves(sum, *sum.convention());
  EXPECT_TRUE(moves);
  return *moves;
}

Sum sum_of(const char* text) {
  Games games;
  auto sum = parse(text, games);
  EXPECT_TRUE(sum);
  return *sum;
}

// By the definition: the rules in their order, each alone.
std::string first_rule(const rules::Rules& rules, const Position& from, oracle::Sum to) {
  std::ranges::sort(to);
  for (const rules::OptionRule& rule : rules.options) {
    rules::Rules alone = rules;
    alone.options = {rule};
    const auto options = oracle::options(alone, from);
    if (options && std::ranges::find(*options, to) != options->end()) return rule.text;
  }
  return "none";
}

TEST(MoveRules, AreTheFirstThatGiveTheMoves) {
  for (const char* text : {"three_pile(3,4,5)", "wythoff(7,7)", "kayles(9)", "cutting(4,6)",
                           "cards(3,3,3,1)", "calendar(1995,2,27)", "lasker(8)", "euclid(9,4)",
                           "chomp3(3,2,1)", "nim(3) + 2*wythoff(2,3) + kayles(4)"}) {
    SCOPED_TRACE(text);
    const Sum sum = sum_of(text);
    const Moves moves = moves_of(sum);
    const auto rules = rules_of_moves(sum, moves);
    ASSERT_EQ(rules.size(), moves.options.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const Term& term = sum.terms()[moves.options[i].term];
      ASSERT_TRUE(rules[i]);
      EXPECT_EQ(*rules[i], first_rule(*term.game->rules, term.position, moves.options[i].to));
    }
  }
}

TEST(MoveRules, TakeNoLongerThanAMoment) {
  const Sum sum = sum_of("three_pile(1000000,1000000,1000000)");
  Moves moves;
  for (std::int64_t left : {999'999, 0})
    moves.options.push_back({0, {{left, left, 1'000'000}}, Outcome::N, {}, {}});
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(rules_of_moves(sum, moves).size(), 2U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace grundy::query
