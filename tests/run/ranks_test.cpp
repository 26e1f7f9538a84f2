// Ranks that share out tiles against the oracle, against one rank, and against estimates.
#include <gtest/gtest.h>

#include <atomic>

#include "methods/options/generic.hpp"
#include "methods/splits/family.hpp"
#include "support/expected.hpp"
#include "support/kept_frontier.hpp"
#include "support/random_rules.hpp"
#include "support/works.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::sweep {
namespace {

using support::for_random_rules;
using support::oracle_box;

plan::Request request_for(const rules::Rules& rules, const Box& box, const Question& question,
                          std::size_t ranks, std::uint64_t tile_positions) {
  plan::Request request;
  request.rules = rules;
  request.high = box.high;
  request.quantity = question.quantity;
  request.convention = question.convention;
  request.tile_positions = tile_positions;
  request.ranks = {ranks, nullptr};
  return request;
}

Result<plan::Plan> generic_plan(const rules::Rules& rules, const Box& box, const Question& question,
                                std::size_t ranks, std::uint64_t tile_positions) {
  plan::Request request = request_for(rules, box, question, ranks, tile_positions);
  request.kernel = "generic";
  return plan::make_plan(request);
}

// Of all ranks, when they solve in this process.
cluster::Traffic traffic_of(const plan::Plan& plan, const std::string& executor,
                            std::size_t threads) {
  const auto made = *parallel::make_executor(executor, threads);
  std::atomic<std::uint64_t> solved{0};
  const tiles::Watch watch{nullptr, &solved};
  cluster::Traffic traffic;
  const auto cells = tiles::on_local_ranks(
      plan.ranks.count, *made, watch,
      [&](cluster::Transport& transport, parallel::Executor& own, const tiles::Watch& part) {
        return plan::with_family(plan.method.task,
                                 [&](auto family, const auto& task) -> Result<memory::Cells> {
                                   using Family = decltype(family);
                                   if constexpr (std::is_same_v<Family, generic::Family>)
                                     return generic::solve(task, plan, own, part, &transport);
                                   else if constexpr (std::is_same_v<Family, split::Family>)
                                     return split::solve(task, plan.closure, own, part, &transport);
                                   else
                                     return Error{Errc::usage, "no tiles are shared"};
                                 });
      },
      &traffic);
  EXPECT_TRUE(cells) << cells.error().message;
  return traffic;
}

void expect_estimated(const plan::Plan& plan, const std::string& executor, std::size_t threads) {
  const cluster::Traffic sent = traffic_of(plan, executor, threads);
  ASSERT_TRUE(plan.method.ranks);
  EXPECT_EQ(sent.messages, plan.method.ranks->messages);
  EXPECT_EQ(sent.bytes, plan.method.ranks->bytes);
}

bool may_be_asked(const rules::Rules& rules, const Question& question) {
  if (rules.has_sums()) return question.quantity == Quantity::nimber && rules.endings.empty();
  return question.quantity != Quantity::nimber ||
         std::ranges::none_of(rules.endings,
                              [](const auto& ending) { return ending.outcome == Outcome::N; });
}

TEST(SharedRanksOfRandomGames, AgreeWithTheOracle) {
  constexpr std::size_t games = 120;
  const std::vector<Setting> settings = all_settings();
  std::size_t turn = 0;
  std::size_t in_tiles = 0;
  std::size_t in_layers = 0;
  std::size_t sorted = 0;
  for_random_rules(2900, games, [&](const rules::Rules& rules) {
    const Box box = oracle_box(rules);
    for (const Question& question : all_questions) {
      if (!may_be_asked(rules, question)) continue;
      ++turn;
      const Setting& setting = settings[turn * 7 % settings.size()];
      const std::size_t ranks = 2 + turn % 7;
      SCOPED_TRACE(testing::Message() << to_string(question) << ", " << to_string(setting) << ", "
                                      << ranks << " ranks");
      const auto expected = ask_oracle(rules, box, question);
      ASSERT_TRUE(expected) << expected.error().message;
      const auto plan = generic_plan(rules, box, question, ranks, setting.tile_positions);
      ASSERT_TRUE(plan) << plan.error().message;
      const bool by_tiles = plan->schedule.order() == tiles::Order::tiles;
      ++(by_tiles ? in_tiles : in_layers);
      sorted += plan->method.symmetry_used;
      expect_equal(carry_out(*plan, setting), *expected);
      if (turn % 5 == 0) expect_estimated(*plan, setting.executor, setting.threads);
    }
  });
  EXPECT_GE(in_tiles, 200u);
  EXPECT_GE(in_layers, 2u);
  EXPECT_GE(sorted, 5u);
}

// Large enough for many tiles and layers. The box is that of the work.
std::vector<Work> shared_works() {
  return {{"tiles", "chomp3", {50, 50, 50}, Quantity::outcome, generic::kernel},
          {"sorted_tiles", "euclid", {150, 150}, Quantity::nimber, generic::kernel},
          {"layers", "calendar", {2001, 11, 4}, Quantity::outcome, generic::kernel},
          {"split", "cutting", {300, 200}, Quantity::nimber, split::kernel},
          {"sorted_split", "cutting", {250, 250}, Quantity::nimber, split::kernel}};
}

class SharedRanks : public testing::TestWithParam<Work> {
 protected:
  plan::Plan plan(std::size_t ranks) const {
    const auto rules = *rules::load(GetParam().game);
    auto made = plan::make_plan(request_for(rules, {{}, GetParam().high},
                                            {GetParam().quantity, Convention::normal}, ranks, 600));
    EXPECT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->kernel(), GetParam().kernel);
    return *std::move(made);
  }
};

// Saves when it is asked for the `at`th time, and then the sweep is stopped.
class StopsOnce final : public KeptFrontier {
 public:
  StopsOnce(std::uint64_t at, std::atomic<bool>& stop) : at_(at), stop_(stop) {}
  bool due() const override {
    if (++asked_ == at_) stop_ = true;
    return false;
  }
  Status save(const tiles::Frontier& frontier) override {
    keep(frontier);
    return {};
  }

 private:
  std::uint64_t at_;
  std::atomic<bool>& stop_;
  mutable std::atomic<std::uint64_t> asked_{0};
};

struct End {
  std::string digest;
  std::uint64_t solved;
  friend bool operator==(const End&, const End&) = default;
};

Result<End> run(const plan::Plan& plan, const tiles::Watch& watch) {
  const auto executor = *parallel::make_executor("tbb", 4);
  const auto solution = solve(plan, *executor, watch);
  if (!solution) return solution.error();
  return End{statistics(plan, *solution, *executor).digest.hex(), *watch.solved};
}

TEST_P(SharedRanks, GiveWhatOneGivesAndSendAsMuchAsEstimated) {
  std::atomic<std::uint64_t> solved{0};
  const auto alone = run(plan(1), {nullptr, &solved});
  ASSERT_TRUE(alone) << alone.error().message;
  for (const std::size_t ranks : {2u, 3u, 8u}) {
    SCOPED_TRACE(ranks);
    solved = 0;
    const plan::Plan shared = plan(ranks);
    const auto end = run(shared, {nullptr, &solved});
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(*end, *alone);
    for (const std::string executor : {"serial", "openmp", "tbb"})
      expect_estimated(shared, executor, executor == "serial" ? 1 : ranks);
  }
}

TEST_P(SharedRanks, GoOnFromWhatAnyNumberOfRanksSaved) {
  std::atomic<std::uint64_t> solved{0};
  std::atomic<bool> stop{false};
  const auto alone = run(plan(1), {nullptr, &solved});
  ASSERT_TRUE(alone) << alone.error().message;
  std::size_t saved = 0;
  for (const auto& [before, after] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 3}, {3, 2}, {2, 1}, {5, 5}}) {
    SCOPED_TRACE(testing::Message() << before << " ranks, then " << after);
    StopsOnce keeper(20, stop);
    solved = 0;
    const auto stopped = run(plan(before), {&stop, &solved, &keeper});
    EXPECT_FALSE(stopped);
    stop = false;
    saved += keeper.saved() != nullptr;
    solved = 0;
    const auto end = run(plan(after), {&stop, &solved, &keeper});
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(*end, *alone);
  }
  EXPECT_GE(saved, 2u);
}

INSTANTIATE_TEST_SUITE_P(Works, SharedRanks, testing::ValuesIn(shared_works()),
                         [](const auto& work) { return work.param.name; });

}  // namespace
}  // namespace grundy::sweep
