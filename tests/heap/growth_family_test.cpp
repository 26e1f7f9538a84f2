// Kernel growth against the definition, the generic kernel and published values.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "methods/heap/growth.hpp"
#include "rules/language/catalogue.hpp"
#include "support/expected.hpp"
#include "support/random_heap_rules.hpp"

namespace grundy::growth {
namespace {

using sweep::Question;

constexpr Question nimbers{Quantity::nimber, Convention::normal};
constexpr Question outcomes{Quantity::outcome, Convention::normal};
const std::string any_number = "  (n) -> (n - k)  for k >= 1\n";

rules::Rules rules_of(const std::string& statements) {
  return rules::parse("game heaps(n)\n" + statements, "test")->front();
}

Box heaps_of(const rules::Rules& rules, std::int64_t heaps) {
  const std::int64_t low = rules.coordinates[0].low;
  return {{low}, {low + heaps - 1}};
}

Result<plan::Plan> plan_of(const rules::Rules& rules, std::int64_t heaps,
                           const Question& question = nimbers) {
  return sweep::plan_for(rules, heaps_of(rules, heaps), question, plan::default_tile_positions,
                         "growth");
}

// Random rules, and one more by which any number may be taken.
rules::Rules next_rules(support::RandomHeapRules& random, std::size_t game) {
  for (;;) {
    std::string text = random.next().text;
    const std::string more = "  (n) -> (n - k)  for k >= " + std::to_string(1 + game % 3) + "\n";
    text.insert(text.find('\n') + 1, more);
    if (auto games = rules::parse(text, "test")) return games->front();
  }
}

TEST(Growth, OfRandomRulesGivesWhatTheGenericKernelGives) {
  support::RandomHeapRules random(1983);
  const std::vector<sweep::Setting> settings = sweep::all_settings();
  std::size_t solved = 0;
  for (std::size_t game = 0; game < 700; ++game) {
    const rules::Rules rules = next_rules(random, game);
    SCOPED_TRACE(testing::Message() << "game " << game << "\n" << rules.text);
    const Question question = game % 3 == 0 ? outcomes : nimbers;
    const auto plan = plan_of(rules, 513 + static_cast<std::int64_t>(game % 200), question);
    if (!plan) continue;
    ++solved;
    auto expected = sweep::by_generic_kernel(rules, plan->box);
    if (question.quantity == Quantity::outcome)
      for (std::uint32_t& value : expected) value = value != 0;
    const auto answer = sweep::carry_out(*plan, settings[game % settings.size()]);
    ASSERT_TRUE(answer) << answer.error().message;
    ASSERT_EQ(answer->values, expected);
  }
  EXPECT_GT(solved, 60U);
}

TEST(Growth, AgreesWithTheOracle) {
  for (const std::string& statements : std::vector<std::string>{
           any_number, any_number + "  (n) -> (i) + (n - i)  for i in 1 .. n - 1\n",
           any_number + "  (n) -> (n - 2) when n >= 7\n",
           "  (n) -> (i) for i in 0 .. n - 1\n  (n) -> () when n >= 4\n",
           "  (n) -> (i) for i in 2 .. n - 1\n  (n) -> (n - 1)\n"}) {
    const rules::Rules rules = rules_of(statements);
    const auto plan = plan_of(rules, 600);
    ASSERT_TRUE(plan) << statements << plan.error().message;
    sweep::expect_equal(sweep::carry_out(*plan, {"serial", 1, plan::default_tile_positions}),
                        *sweep::ask_oracle(rules, plan->box, nimbers));
  }
}

TEST(Growth, IsReadFromAnyHeapOn) {
  const rules::Rules rules = rules_of(any_number);
  const auto plan = plan_of(rules, 100'000);
  ASSERT_TRUE(plan);
  const auto solution = sweep::solve(*plan, **parallel::make_executor("serial", 1), {});
  ASSERT_TRUE(solution);
  for (const std::int64_t first : {0, 1, 4'095, 4'096, 70'000}) {
    std::vector<std::uint32_t> cells(20'000);
    sweep::read_cells(*solution, {first}, cells);
    std::vector<std::uint32_t> copied(cells.size());
    const Box part{{first}, {first + 19'999}};
    std::visit(
        [&](const auto& values) {
          values.copy(part, {reinterpret_cast<std::byte*>(copied.data()), 4, part});
        },
        solution->values);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      ASSERT_EQ(cells[i], first + static_cast<std::int64_t>(i));
      ASSERT_EQ(copied[i], cells[i]);
    }
  }
}

TEST(Growth, SaysWhyItDoesNotApply) {
  const auto why_not = [](const std::string& statements, std::int64_t heaps) {
    const auto plan = plan_of(rules_of(statements), heaps);
    return plan ? "" : plan.error().message;
  };
  EXPECT_EQ(why_not(any_number, 512), "kernel growth does not apply: there are 512 heaps or fewer");
  EXPECT_EQ(why_not("  (n) -> (n - 1)\n", 1000),
            "kernel growth does not apply: no move takes any number");
  EXPECT_EQ(why_not(any_number + "  (n) -> (i) + (j) for i >= 1, j in i .. n - 2 - i\n", 1000),
            "kernel growth does not apply: a move leaves two parts of any total, or is not for all "
            "large heaps");
  for (const std::string more : {"  (n) -> (n - 600)\n", "  (n) -> (n - 9) when n >= 600\n"})
    EXPECT_THAT(why_not(any_number + "  (n) -> (i) + (n - 1 - i) for i >= 1\n" + more, 1000),
                testing::StartsWith("kernel growth does not apply: "));
}

}  // namespace
}  // namespace grundy::growth
