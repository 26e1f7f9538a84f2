// Stopping, progress, and what is final when.
#include <gtest/gtest.h>

#include "rules/language/catalogue.hpp"
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

// A lattice of small boxes.
std::vector<Box> parts_of(const Box& box) {
  std::vector<Box> parts;
  for (std::uint64_t rank = 0; rank < *box.volume(); rank += 5) {
    Box part{box.position(rank), box.position(rank)};
    for (std::size_t axis = 0; axis < part.high.size(); ++axis)
      part.high[axis] = std::min(part.high[axis] + 2, box.high[axis]);
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<std::uint32_t> cells_of(const CellSource& source, const Box& part) {
  std::vector<std::uint32_t> cells(*part.volume());
  source.copy(part, {reinterpret_cast<std::byte*>(cells.data()), sizeof(std::uint32_t), part});
  return cells;
}

// Looks at each box as soon as it is reported final.
class Looking final : public tiles::Receiver {
 public:
  Looking(const Box& box, const Solution& last) : parts_(parts_of(box)), last_(last) {}

  void begin(const CellSource& values, std::size_t steps, const LastStep& last_step) override {
    values_ = &values;
    parts_after_.assign(steps, {});
    for (const Box& part : parts_) parts_after_.at(last_step(part)).push_back(&part);
  }
  void done(std::size_t step) override {
    ++steps_;
    for (const Box* part : parts_after_.at(step)) {
      ++looked_at_;
      std::visit(
          [&](const auto& last) {
            EXPECT_EQ(cells_of(*values_, *part), cells_of(SourceOf(last), *part))
                << grundy::to_string(part->low) << " after " << step;
          },
          last_.values);
    }
  }
  bool work(bool idle) override {
    (idle ? idle_ : busy_) = true;
    return false;
  }
  bool failed() const noexcept override { return fails_ && steps_ > 0; }
  Status status() const override { return Error{Errc::io, "disk full"}; }

  void fail() { fails_ = true; }
  bool begun() const { return values_ != nullptr; }
  std::size_t looked_at() const { return looked_at_; }
  std::size_t parts() const { return parts_.size(); }
  std::size_t steps() const { return steps_; }
  std::size_t all_steps() const { return parts_after_.size(); }
  bool asked_for_work() const { return idle_ || busy_; }

 private:
  std::vector<Box> parts_;
  const Solution& last_;
  const CellSource* values_ = nullptr;
  std::vector<std::vector<const Box*>> parts_after_;
  std::atomic<std::size_t> looked_at_ = 0;
  std::atomic<std::size_t> steps_ = 0;
  std::atomic<bool> idle_ = false;
  std::atomic<bool> busy_ = false;
  bool fails_ = false;
};

// Whether anything was handed over.
bool expect_final_boxes(const rules::Rules& rules, const Box& box, const Setting& setting,
                        const std::string& kernel = "generic") {
  const auto plan = plan_for(rules, box, nimbers, setting.tile_positions, kernel);
  EXPECT_TRUE(plan) << plan.error().message;
  if (!plan) return false;
  const auto threads = executor(setting.executor, setting.threads);
  const auto last = solve(*plan, *threads);
  EXPECT_TRUE(last);
  if (!last) return false;
  Looking looking(plan->closure, *last);
  tiles::Watch watch;
  watch.receiver = &looking;
  EXPECT_TRUE(solve(*plan, *threads, watch));
  if (!looking.begun()) return false;
  EXPECT_EQ(looking.looked_at(), looking.parts());
  EXPECT_EQ(looking.steps(), looking.all_steps());
  EXPECT_TRUE(looking.asked_for_work());
  return true;
}

TEST(Hooks, BoxesAreFinalAfterTheirLastStep) {
  for (const Setting& setting :
       {Setting{"serial", 1, 7}, Setting{"openmp", 3, 50}, Setting{"tbb", 2, 1}}) {
    SCOPED_TRACE(to_string(setting));
    for (const char* game : {"three_pile", "cards", "stone_boxes", "cutting"}) {
      const auto rules = rules::load(game);
      ASSERT_TRUE(rules);
      expect_final_boxes(*rules, support::small_box(*rules, 300, 17), setting);
    }
    expect_final_boxes(layered(), {{0, 0, 0}, {7, 7, 5}}, setting);
  }
}

TEST(Hooks, FinalInRandomGamesToo) {
  const std::vector<Setting> settings = all_settings();
  std::size_t turn = 0;
  support::for_random_rules(8000, 100, [&](const rules::Rules& rules) {
    for (const rules::Ending& ending : rules.endings)
      if (ending.outcome == Outcome::N) return;
    expect_final_boxes(rules, support::small_box(rules, 60, 10),
                       settings[turn++ * 7 % settings.size()]);
  });
}

// Kernels that hand over tiles, whatever is symmetric.
TEST(Hooks, TilesOfFamiliesAreFinalWhenReported) {
  const std::string ray =
      "(a, b, c) -> (a - k, b, c) for k >= 1\n"
      "(a, b, c) -> (a, b - k, c) for k >= 1\n"
      "(a, b, c) -> (a, b, c - k) for k >= 1\n"
      "(a, b, c) -> (a - k, b - k, c) for k >= 1\n";
  for (const Setting& setting : {Setting{"serial", 1, 1}, Setting{"tbb", 3, 1}}) {
    SCOPED_TRACE(to_string(setting));
    EXPECT_TRUE(
        expect_final_boxes(*rules::load("three_pile"), {{0, 0, 0}, {60, 60, 60}}, setting, "ray"));
    EXPECT_TRUE(
        expect_final_boxes(*rules::load("three_pile"), {{0, 0, 0}, {30, 60, 30}}, setting, "ray"));
    EXPECT_TRUE(expect_final_boxes(rules::parsed("game g(a, b, c)\n" + ray),
                                   {{0, 0, 0}, {50, 26, 30}}, setting, "ray"));
    EXPECT_TRUE(expect_final_boxes(*rules::load("wythoff"), {{0, 0}, {100, 100}}, setting, "ray"));
    EXPECT_TRUE(
        expect_final_boxes(*rules::load("cutting"), {{1, 1}, {150, 190}}, setting, "split"));
  }
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
        ASSERT_TRUE(solve(*plan, *executor(name, 2), {nullptr, &solved}));
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
  ASSERT_TRUE(solve(*plan, *executor("serial", 1), {nullptr, &solved}));
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
      const auto solution = solve(*plan, *executor("openmp", 2), {&stop, &solved});
      ASSERT_FALSE(solution) << game << ", " << to_string(question);
      EXPECT_EQ(solution.error().code, Errc::interrupted);
      EXPECT_LE(solved.load(), plan->solved_positions());
    }
  }
}

TEST(Hooks, AFailureOfTheReceiverEndsTheSweep) {
  for (const char* kernel : {"generic", "ray"}) {
    const auto plan = plan_for(*rules::load("wythoff"), {{0, 0}, {200, 200}}, nimbers, 100, kernel);
    ASSERT_TRUE(plan);
    const auto last = solve(*plan, *executor("serial", 1));
    ASSERT_TRUE(last);
    Looking looking(plan->closure, *last);
    looking.fail();
    const auto solution = solve(*plan, *executor("serial", 1), {.receiver = &looking});
    ASSERT_FALSE(solution);
    EXPECT_EQ(solution.error().message, "disk full");
    EXPECT_EQ(looking.steps(), 1u);
    EXPECT_GT(looking.all_steps(), 1u);
  }
}

}  // namespace
}  // namespace grundy::sweep
