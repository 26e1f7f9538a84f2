// Every kernel answers the questions that it says it answers, and refuses the others: each family
// under each quantity and convention, with and without endings, against the definition.
#include "plan/method.hpp"

#include <gmock/gmock.h>

#include <map>

#include "rules/parse.hpp"
#include "rules/proofs/bounds.hpp"
#include "support/expected.hpp"

namespace grundy::plan {
namespace {

using testing::HasSubstr;

struct FamilyGame {
  std::string_view kernel;
  std::string text;
  std::int64_t side;
};

const std::vector<FamilyGame> family_games{
    {"step", "game g(n)\n  (n) -> (n - k)  for k in {1, 3, 4}\n", 40},
    {"step", "game g(n in -2..)\n  (n) -> (n - k)  for k in odd\n", 20},
    {"ray",
     "game g(a, b)\n  (a, b) -> (a - k, b)  for k >= 1\n  (a, b) -> (a, b - k)  for k >= 1\n", 9},
    {"ray",
     "game g(a in 1.., b)\n  (a, b) -> (a - k, b)  for k >= 1\n"
     "  (a, b) -> (a - k, b - k)  for k >= 1\n",
     9},
    {"ray",
     "game g(a, b)\n  (a, b) -> (a - k, b)  for k >= 1\n  (a, b) -> (a - k, b - 2 * k)  for k >= "
     "1\n"
     "  (a, b) -> (a, b - 2 * k)  for k >= 1\n",
     9},
    {"ray",
     "game g(a, b)\n  (a, b) -> (a - k, b)  for k >= 1\n"
     "  (a, b) -> (a - j, b - k)  for j >= 1, k >= 1 when j - k < 3 and k - j < 3\n",
     9},
    {"ray",
     "game g(a, b, c)\n  (a, b, c) -> (a, b - k, c)  for k >= 1\n"
     "  (a, b, c) -> (a - j, b, c - k)  for j >= 1, k >= 1\n",
     5},
    {"offset",
     "game g(a, b)\n  (a, b) -> (a - 1, b)\n  (a, b) -> (a - 2, b + 1)\n"
     "  (a, b) -> (a, b - 3) when a + b >= 4\n",
     9},
    {"split",
     "game g(a, b)\n  (a, b) -> (i, b) + (a - i, b)  for i in 1 .. a - 1\n"
     "  (a, b) -> (a, b - 1)\n",
     5},
    {"sparse", "game g(n)\n  take_and_break 0.3\n", 12},
    {"sparse", "game g(n)\n  take_and_break 0.33\n", 12},
    {"sparse", "game g(n)\n  take_and_break 0.07\n", 9},
    {"growth", "game g(n)\n  (n) -> (n - k)  for k >= 1\n", 600},
    {"window", "game g(n)\n  (n) -> (n - k)  for k in 1 .. floor(n / 2)\n", 200},
    {"pieces",
     "game g(n)\n  (n) -> (n - k)  for k >= 1\n  (n) -> (i) + (n - i)  for i in 1 .. n - 1\n", 8},
    {"pieces", "game g(n)\n  take_and_break 0.8\n", 9}};

const std::vector<std::string> endings{"", "  lost when FIRST = 3\n", "  won when FIRST = 2\n"};

rules::Rules with_ending(const std::string& text, std::string ending) {
  const std::string first = text.substr(text.find('(') + 1, 1);
  if (const auto at = ending.find("FIRST"); at != std::string::npos) ending.replace(at, 5, first);
  return rules::parsed(text + ending);
}

TEST(Method, EveryKernelThatAppliesIsRight) {
  const sweep::Setting setting{"serial", 1, default_tile_positions};
  std::map<std::string, std::size_t> answered;
  for (const FamilyGame& game : family_games)
    for (const std::string& ending : endings) {
      const rules::Rules rules = with_ending(game.text, ending);
      const Position low = rules::Region::everything(rules).low;
      const Box box{low, Position(low.size(), game.side)};
      for (const sweep::Question& question : sweep::all_questions) {
        const auto expected = sweep::ask_oracle(rules, box, question);
        for (const std::string_view kernel : kernel_names()) {
          SCOPED_TRACE(rules.text + to_string(question) + ", kernel " + std::string(kernel));
          const auto plan =
              sweep::plan_for(rules, box, question, default_tile_positions, std::string(kernel));
          if (!plan) {
            EXPECT_NE(plan.error().code, Errc::rules) << plan.error().message;
            continue;
          }
          if (!expected) {  // an ending may leave open who wins a sum
            const auto answer = sweep::carry_out(*plan, setting);
            ASSERT_FALSE(answer);
            EXPECT_EQ(answer.error().code, expected.error().code) << answer.error().message;
            continue;
          }
          sweep::expect_equal(sweep::carry_out(*plan, setting), *expected);
          ++answered[std::string(kernel) + ", " + to_string(question)];
        }
      }
    }
  for (const std::string what :
       {"step, outcome, misere", "ray, outcome, misere", "ray, nimber, normal",
        "ray, remoteness, normal", "ray, remoteness, misere", "offset, outcome, misere",
        "offset, nimber, normal", "offset, remoteness, misere", "sparse, outcome, normal",
        "pieces, outcome, normal", "pieces, nimber, normal", "split, outcome, normal",
        "scan, outcome, misere", "scan, nimber, normal", "scan, remoteness, normal",
        "search, outcome, misere"})
    EXPECT_GT(answered[what], 0U) << what;
}

TEST(Method, AKernelIsReportedByTheNameThatSelectsIt) {
  for (const std::string_view name : kernel_names()) EXPECT_EQ(kernel_named(name)->name(), name);
  EXPECT_FALSE(kernel_named("auto"));
}

TEST(Method, SaysWhichCoordinatesMayBeExchanged) {
  const auto symmetry = [](const std::string& text) {
    const rules::Rules rules = rules::parsed(text);
    const Box box{{0, 0}, {9, 9}};
    return sweep::plan_for(rules, box, {Quantity::outcome, Convention::normal},
                           default_tile_positions, "ray")
        ->method.symmetry;
  };
  const std::string row = "game g(a, b)\n  (a, b) -> (a - k, b) for k >= 1\n";
  EXPECT_THAT(symmetry(row + "  (a, b) -> (a, b - k) for k >= 1\n"),
              HasSubstr("a, b may be exchanged"));
  EXPECT_EQ(symmetry(row), "");
}

TEST(Method, SaysWhereAKernelDoesNotHold) {
  const auto refused = [](const std::string& text, std::string_view kernel) {
    const rules::Rules rules = rules::parsed(text);
    const Box box{Position(rules.dimensions(), 0), Position(rules.dimensions(), 9)};
    const auto plan = sweep::plan_for(rules, box, {Quantity::outcome, Convention::misere},
                                      default_tile_positions, std::string(kernel));
    return plan ? "not refused" : plan.error().message;
  };
  EXPECT_THAT(refused("game g(n)\n  take_and_break 0.3\n", "sparse"),
              HasSubstr("it finds the outcome under normal play only"));
  EXPECT_THAT(refused("game g(n)\n  (n) -> (n - 1)\n  lost when n = 4\n", "step"),
              HasSubstr("the rules have endings"));
  EXPECT_THAT(refused("game g(a)\n  (a) -> (a - k) for k >= 1\n  lost when a = 3\n", "ray"),
              HasSubstr("the rules have endings"));
}

}  // namespace
}  // namespace grundy::plan
