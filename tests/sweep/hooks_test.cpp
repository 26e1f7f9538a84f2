// Stopping, progress, and what is final when.
#include <gtest/gtest.h>

#include "rules/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"
#include "support/random_rules.hpp"

namespace grundy::sweep {
namespace {

constexpr Question nimbers{Quantity::nimber, Convention::normal};

std::unique_ptr<parallel::Executor> executor(const std::string& name, std::size_t threads) {
  auto made = parallel::make_executor(name, threads);
  EXPECT_TRUE(made);
  return *std::move(made);
}

rules::Rules layered() {
  return rules::parsed(
      "game g(a, b, c)\n(a, b, c) -> (a - 2, b + 1, c)\n(a, b, c) -> (a + 1, b - 2, c)\n"
      "(a, b, c) -> (a, b, c - k) for k >= 1");
}

// Of every game, tiled and layered: at each wave a lattice of small boxes is looked at.
void expect_final_when_told(const rules::Rules& rules, const Box& box, const Setting& setting) {
  const auto plan = plan_for(rules, box, nimbers, setting.tile_positions, "generic");
  ASSERT_TRUE(plan) << plan.error().message;
  const auto threads = executor(setting.executor, setting.threads);
  const auto last = solve(*plan, *threads);
  ASSERT_TRUE(last);
  std::vector<Box> parts;
  for (std::uint64_t rank = 0; rank < plan->closure_positions(); rank += 5) {
    Box part{plan->closure.position(rank), plan->closure.position(rank)};
    for (std::size_t axis = 0; axis < part.high.size(); ++axis)
      part.high[axis] = std::min(part.high[axis] + 2, plan->closure.high[axis]);
    parts.push_back(std::move(part));
  }
  std::uint64_t waves = 0;
  std::size_t looked_at = 0;
  Hooks hooks;
  hooks.after_wave = [&](std::uint64_t wave, const Solution& solution) -> Status {
    EXPECT_EQ(wave, waves++);
    for (const Box& part : parts) {
      if (plan->schedule.last_wave(part) != wave) continue;
      ++looked_at;
      for (std::uint64_t i = 0; i < *part.volume(); ++i) {
        const Position at = part.position(i);
        EXPECT_EQ(value_at(*plan, solution, plan->quantity, at),
                  value_at(*plan, *last, plan->quantity, at))
            << grundy::to_string(at) << " in " << wave;
      }
    }
    return {};
  };
  ASSERT_TRUE(solve(*plan, *threads, hooks));
  EXPECT_EQ(waves, plan->schedule.waves());
  EXPECT_EQ(looked_at, parts.size());
}

TEST(Hooks, BoxesAreFinalAfterTheirLastWave) {
  for (const Setting& setting :
       {Setting{"serial", 1, 7}, Setting{"openmp", 3, 50}, Setting{"tbb", 2, 1}}) {
    SCOPED_TRACE(to_string(setting));
    for (const char* game : {"three_pile", "cards", "stone_boxes", "cutting"}) {
      const auto rules = rules::load(game);
      ASSERT_TRUE(rules);
      expect_final_when_told(*rules, support::small_box(*rules, 300, 17), setting);
    }
    expect_final_when_told(layered(), {{0, 0, 0}, {7, 7, 5}}, setting);
  }
}

TEST(Hooks, FinalInRandomGamesToo) {
  const std::vector<Setting> settings = all_settings();
  std::size_t turn = 0;
  support::for_random_rules(8000, 100, [&](const rules::Rules& rules) {
    for (const rules::Ending& ending : rules.endings)
      if (ending.outcome == Outcome::N) return;
    expect_final_when_told(rules, support::small_box(rules, 60, 10),
                           settings[turn++ * 7 % settings.size()]);
  });
}

TEST(Hooks, SolvedCountsUpToThePlan) {
  for (const char* game : {"three_pile", "cards", "kayles"}) {
    const auto rules = rules::load(game);
    ASSERT_TRUE(rules);
    for (const Question& question : all_questions) {
      const auto plan = plan_for(*rules, support::small_box(*rules, 60, 12), question, 10);
      ASSERT_TRUE(plan) << plan.error().message;
      for (const std::string name : {"serial", "openmp", "tbb"}) {
        std::atomic<std::uint64_t> solved{0};
        std::uint64_t before = 0;
        Hooks hooks;
        hooks.solved = &solved;
        hooks.after_wave = [&](std::uint64_t, const Solution&) -> Status {
          EXPECT_GE(solved.load(), before);
          before = solved.load();
          return {};
        };
        ASSERT_TRUE(solve(*plan, *executor(name, 2), hooks));
        EXPECT_EQ(solved.load(), plan->solved_positions()) << game << ", " << to_string(question);
      }
    }
  }
}

// A search answers for the box alone.
TEST(Hooks, ASearchCountsTheBoxWithoutItsClosure) {
  const auto rules = rules::parsed("game g(a, b) (a, b) -> (a - 1, b + 1) + (a - 1, 0)");
  const auto plan = plan_for(rules, {{0, 0}, {3, 3}}, {Quantity::remoteness, Convention::normal});
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_NE(plan->closure, plan->box);
  std::atomic<std::uint64_t> solved{0};
  ASSERT_TRUE(solve(*plan, *executor("serial", 1), {nullptr, &solved, nullptr}));
  EXPECT_EQ(solved.load(), plan->solved_positions());
}

TEST(Hooks, TheStopFlagEndsTheSweep) {
  for (const char* game : {"three_pile", "kayles"}) {
    const auto rules = rules::load(game);
    ASSERT_TRUE(rules);
    for (const Question& question : all_questions) {
      const auto plan = plan_for(*rules, support::small_box(*rules, 1000, 30), question, 10);
      ASSERT_TRUE(plan) << plan.error().message;
      std::atomic<bool> stop{true};
      std::atomic<std::uint64_t> solved{0};
      const auto solution = solve(*plan, *executor("openmp", 2), {&stop, &solved, nullptr});
      ASSERT_FALSE(solution) << game << ", " << to_string(question);
      EXPECT_EQ(solution.error().code, Errc::interrupted);
      EXPECT_LE(solved.load(), plan->solved_positions());
    }
  }
}

TEST(Hooks, AStopBetweenWavesEndsTheNextOne) {
  const auto rules = rules::load("wythoff");
  ASSERT_TRUE(rules);
  const auto plan = plan_for(*rules, {{0, 0}, {40, 40}}, nimbers, 25, "generic");
  ASSERT_TRUE(plan);
  std::atomic<bool> stop{false};
  std::uint64_t waves = 0;
  const auto stop_after_three = [&](std::uint64_t, const Solution&) -> Status {
    stop = ++waves == 3;
    return {};
  };
  const auto solution = solve(*plan, *executor("tbb", 2), {&stop, nullptr, stop_after_three});
  ASSERT_FALSE(solution);
  EXPECT_EQ(solution.error().code, Errc::interrupted);
  EXPECT_EQ(waves, 3u);
}

TEST(Hooks, AnErrorOfAfterWaveEndsTheSweep) {
  const auto plan = plan_for(layered(), {{0, 0, 0}, {5, 5, 5}}, nimbers);
  ASSERT_TRUE(plan);
  std::uint64_t waves = 0;
  const auto full_disk = [&](std::uint64_t, const Solution&) -> Status {
    ++waves;
    return Error{Errc::io, "disk full"};
  };
  const auto solution = solve(*plan, *executor("serial", 1), {nullptr, nullptr, full_disk});
  ASSERT_FALSE(solution);
  EXPECT_EQ(solution.error().message, "disk full");
  EXPECT_EQ(waves, 1u);
}

}  // namespace
}  // namespace grundy::sweep
