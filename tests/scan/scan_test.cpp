// What method `scan` finds by schemes written by hand, against the oracle.
#include <gmock/gmock.h>

#include <memory>

#include "kernels/isa.hpp"
#include "methods/scan/family.hpp"
#include "rules/language/parser.hpp"
#include "scan/schemes.hpp"
#include "support/expected.hpp"
#include "support/kept_frontier.hpp"

namespace grundy::scan {
namespace {

using sweep::Question;

// A game, and the box in which it is solved.
struct Case {
  Game game;
  Position high;
};

std::vector<Case> cases() {
  return {
      {wythoff(), {40, 33}},
      {wythoff(), {0, 0}},
      {wythoff(), {1, 299}},
      {wythoff(), {299, 1}},
      {wythoff(), {64, 64}},
      {heaps_and_diagonal(1), {299}},
      {heaps_and_diagonal(3), {8, 7, 9}},
      {heaps_and_diagonal(4), {3, 4, 2, 5}},
      {band(1), {20, 30}},
      {band(4), {33, 27}},
      {chomp(), {9, 8, 9}},
      {transfer(), {17, 12}},
      {cone(), {20, 30}},
      {wedge(), {20, 24}},
      {halves(true), {30, 65}},
      {halves(true), {65, 30}},
      {halves(false), {30, 65}},
      {window_in_scan(true), {25, 40}},
      {window_in_scan(false), {40, 25}},
      {one_half(), {300}},
      {few(5, true), {20, 24}},
      {few(5, false), {20, 24}},
      {square(), {20, 18}},
      {list_in_scan(), {20, 18}},
      {guards(), {25, 27}},
      {quotients(), {30, 34}},
      {strides(), {31, 40}},
      {rising(), {30, 29}},
      {far_ranges(), {15, 1018}},
      {with_endings(wythoff(), "  lost when a = 3 and b >= 7\n  lost when a + b = 20\n"), {30, 32}},
      {with_endings(wythoff(), "  lost when a = 3 and b >= 7\n  won when a + b = 20\n"), {30, 32}},
      {with_endings(halves(true), "  lost when (a + b) mod 7 = 6\n"), {30, 32}}};
}

bool counts_options(const Scheme& scheme) {
  return std::ranges::any_of(scheme.sets,
                             [](const Set& set) { return !set.removed.empty() && !set.in_order; });
}

// Whether the rules have such values, and the method finds them.
bool is_asked(const Case& one, const Question& question) {
  const bool has_wins = one.game.text.find("won when") != std::string::npos;
  return !(question.quantity == Quantity::nimber && has_wins) &&
         !(question.quantity == Quantity::remoteness && counts_options(one.game.scheme));
}

rules::Rules rules_of(const Game& game) {
  const auto rules = rules::parse(game.text, "test");
  EXPECT_TRUE(rules) << rules.error().message;
  return rules->front();
}

std::uint32_t value_of(Quantity quantity, std::uint32_t cell) {
  return quantity == Quantity::remoteness ? cell / 2 : cell;
}

// The values of the requested box.
sweep::Values values_of(const plan::Plan& plan, const memory::Cells& cells) {
  sweep::Values values;
  for (std::uint64_t rank = 0; rank < plan.positions(); ++rank)
    values.push_back(value_of(plan.quantity, cells.at(plan.box.position(rank))));
  return values;
}

// A task with the plan that it belongs to.
struct Prepared {
  std::unique_ptr<plan::Plan> plan;
  std::unique_ptr<Task> task;
};

Prepared prepare(const Case& one, const Question& question, std::uint64_t tile_positions) {
  const rules::Rules rules = rules_of(one.game);
  auto plan =
      sweep::plan_for(rules, {rules.low_corner(), one.high}, question, tile_positions, "generic");
  EXPECT_TRUE(plan) << plan.error().message;
  auto task = task_of(one.game.scheme, plan->descent.scan, *plan);
  EXPECT_TRUE(task) << task.error().message;
  return {std::make_unique<plan::Plan>(*std::move(plan)), std::make_unique<Task>(*std::move(task))};
}

TEST(Scan, GivesWhatTheOracleGives) {
  const std::vector<sweep::Setting> settings = sweep::all_settings();
  std::size_t turn = 0;
  for (const Case& one : cases()) {
    const rules::Rules rules = rules_of(one.game);
    const Box box{rules.low_corner(), one.high};
    for (const Question& question : sweep::all_questions) {
      if (!is_asked(one, question)) continue;
      const auto expected = sweep::ask_oracle(rules, box, question);
      ASSERT_TRUE(expected) << expected.error().message;
      for (std::size_t i = 0; i < 3; ++i) {
        const sweep::Setting& setting = settings[turn++ % settings.size()];
        SCOPED_TRACE(testing::Message() << one.game.name << " to " << to_string(one.high) << ", "
                                        << to_string(question) << ", " << to_string(setting));
        const auto [plan, task] = prepare(one, question, setting.tile_positions);
        const auto executor = parallel::make_executor(setting.executor, setting.threads);
        const auto targets = kernels::isa_names();
        kernels::force_isa(targets[turn % targets.size()]);
        std::atomic<std::uint64_t> solved{0};
        const auto cells = solve(*task, *plan, **executor, {nullptr, &solved});
        ASSERT_TRUE(cells) << cells.error().message;
        EXPECT_EQ(solved, plan->closure_positions());
        ASSERT_EQ(values_of(*plan, *cells), expected->values);
      }
    }
  }
  kernels::choose_isa();
}

// Keeps the state when asked to, and stops the sweep after some requests.
class Stopping final : public KeptFrontier {
 public:
  bool due() const override {
    if (--left == 0) stop = true;
    return false;
  }
  Status save(const tiles::Frontier& frontier) override {
    keep(frontier);
    return {};
  }

  mutable std::atomic<std::int64_t> left{0};
  mutable std::atomic<bool> stop{false};
};

TEST(Scan, GoesOnFromAStoppedSweep) {
  const std::vector<Case> stopped{{wythoff(), {50, 40}},     {chomp(), {12, 11, 10}},
                                  {cone(), {40, 30}},        {halves(true), {40, 50}},
                                  {halves(false), {40, 50}}, {transfer(), {60, 14}}};
  for (const Case& one : stopped)
    for (const Question& question : sweep::all_questions) {
      if (!is_asked(one, question)) continue;
      SCOPED_TRACE(testing::Message() << one.game.name << ", " << to_string(question));
      const auto [plan, task] = prepare(one, question, 7);
      const auto serial = parallel::make_executor("serial", 1);
      std::atomic<std::uint64_t> solved{0};
      const auto whole = solve(*task, *plan, **serial, {nullptr, &solved});
      ASSERT_TRUE(whole);
      Stopping keeper;
      std::size_t stops = 0;
      for (std::int64_t requests = 2;; requests += 20) {
        keeper.left = requests;
        keeper.stop = false;
        solved = 0;
        const auto executor = parallel::make_executor("openmp", 1 + stops % 3);
        const auto cells = solve(*task, *plan, **executor, {&keeper.stop, &solved, &keeper});
        if (cells) {
          EXPECT_EQ(solved, plan->closure_positions());
          EXPECT_EQ(values_of(*plan, *cells), values_of(*plan, *whole));
          break;
        }
        ASSERT_EQ(cells.error().code, Errc::interrupted) << cells.error().message;
        ++stops;
      }
      EXPECT_GT(stops, 0U);
    }
}

TEST(Scan, SaysWhyItDoesNotApply) {
  const auto why_not = [](const Game& game, Question question) {
    const rules::Rules rules = rules_of(game);
    const auto plan = sweep::plan_for(rules, {rules.low_corner(), {99, 99}}, question,
                                      plan::default_tile_positions, "generic");
    const auto task = task_of(game.scheme, plan->descent.scan, *plan);
    return task ? "" : task.error().message;
  };
  EXPECT_EQ(why_not(halves(false), {Quantity::remoteness, Convention::normal}),
            "options leave sets in no order, and the nearest of the others is not kept");
  Game every_101st = wythoff();
  every_101st.scheme.readings[0].any = {{{{x(1), 101}}, {x(1) - 101 * x(2)}, {}}};
  EXPECT_EQ(why_not(every_101st, {Quantity::outcome, Convention::normal}),
            "a condition repeats after more than 64 positions");
}

}  // namespace
}  // namespace grundy::scan
