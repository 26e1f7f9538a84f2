// Passes and ranks that are killed again and again, and gone on with by others, against one rank.
#include <gtest/gtest.h>

#include <random>

#include "methods/rays/cells.hpp"
#include "methods/rays/passes.hpp"
#include "methods/rays/relay.hpp"
#include "methods/rays/stages.hpp"
#include "rays/random_rays.hpp"
#include "rays/values_on_ranks.hpp"
#include "support/kept_frontier.hpp"

namespace grundy::ray {
namespace {

// Keeps the first state that is saved, in each run, when asked for the `turn`th time. Then the run
// is stopped, and what it saves in the end is lost, as if it were killed.
class Killing final : public KeptFrontier {
 public:
  void begin(std::uint64_t turn) {
    left_ = turn;
    has_saved_ = stop = false;
  }
  bool due() const override { return left_-- == 1; }
  Status save(const tiles::Frontier& frontier) override {
    if (!has_saved_) keep(frontier);
    has_saved_ = stop = true;
    return {};
  }
  std::atomic<bool> stop{false};

 private:
  mutable std::atomic<std::uint64_t> left_;  // asked by any thread
  bool has_saved_ = false;
};

CellTask with_slices(const CellTask& task, std::uint64_t slices) {
  static const std::filesystem::path folder(testing::TempDir());
  return in_passes(task, {slices, folder});
}

Values by_one_pass(const CellTask& task) {
  const auto executor = *parallel::make_executor("tbb", 2);
  const auto cells = solve_in_passes(with_slices(task, task.slices()), *executor, {});
  EXPECT_TRUE(cells);
  return values_of(*cells, task.closure);
}

std::string to_text(const CellTask& task) {
  return support::ray_game(task.rays, task.closure).text;
}

struct Way {
  std::size_t ranks;     // 0: passes
  std::uint64_t slices;  // of each pass
  std::uint64_t room;    // of each rank, for sets
};

Result<Values> solve(const CellTask& task, const Way& way, const std::string& executor,
                     std::size_t threads, const tiles::Watch& watch) {
  const auto runs = *parallel::make_executor(executor, threads);
  if (way.ranks > 0) return values_on_ranks(task, way.room, way.ranks, *runs, watch);
  const auto cells = solve_in_passes(with_slices(task, way.slices), *runs, watch);
  return cells ? Result(values_of(*cells, task.closure)) : Result<Values>(cells.error());
}

TEST(Settled, PassesAndRanksGoOnFromEachOther) {
  std::mt19937_64 random(2027);
  const auto draw = [&](std::uint64_t below) { return random() % below; };
  constexpr std::int64_t longest[] = {0, 1500, 400, 70, 20};
  const std::vector<std::string> executors{"serial", "openmp", "tbb"};
  const std::size_t games = 90;
  std::size_t kills = 0;
  std::size_t changes = 0;  // from passes to ranks, or back
  std::size_t lanes = 0;    // runs with some, that go on from what was saved
  for (std::size_t game = 0; game < games; ++game) {
    const std::size_t dimensions = 1 + game % 4;
    Box box;
    box.low.assign(dimensions, static_cast<std::int64_t>(draw(2)));
    const std::int64_t side = longest[dimensions] / 2;
    const bool is_cube = draw(2) == 0;
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      box.high.push_back(
          side + (is_cube ? 0 : static_cast<std::int64_t>(draw(static_cast<std::uint64_t>(side)))));
    const Rays rays = within(support::random_rays(random, dimensions), box);
    CellTask task = plan_cells(rays, box, interchangeable_axes(rays, box));
    if (game % 2 == 0) task.tile_sides.assign(dimensions, 3 + static_cast<std::int64_t>(draw(4)));
    const Values expected = by_one_pass(task);
    Killing keeper;
    std::atomic<std::uint64_t> solved{0};
    const tiles::Watch watch{&keeper.stop, &solved, &keeper, nullptr};
    Way way{0, 0, 0};
    for (int run = 0;; ++run) {
      const Way before = way;
      way = {draw(2) * (1 + draw(6)), 1 + draw(std::min<std::uint64_t>(task.slices(), 4)),
             draw(2) == 0 ? 1 + draw(2 * slice_bytes(task)) : std::uint64_t{1} << 40};
      changes += run > 0 && (before.ranks > 0) != (way.ranks > 0);
      lanes += run > 0 && way.ranks > 1 && plan_relay(task, way.ranks, way.room).slabs.lanes > 1;
      task.owner_blocks.clear();
      if (draw(2) == 0)
        for (std::size_t axis = 0; axis < dimensions; ++axis)
          task.owner_blocks.push_back(
              1 + static_cast<std::int64_t>(draw(static_cast<std::uint64_t>(box.extent(axis)))));
      solved = 0;
      keeper.begin(1 + draw(tile_count(task)));
      if (run == 12) keeper.begin(0);  // not again
      const auto values = solve(task, way, executors[draw(3)], 1 + draw(4), watch);
      SCOPED_TRACE(testing::Message() << to_text(task) << ", run " << run << ", ranks " << way.ranks
                                      << ", slices " << way.slices);
      if (!values) {
        ASSERT_EQ(values.error().code, Errc::interrupted) << values.error().message;
        ASSERT_EQ(keeper.saved()->numbers.size(), numbers_of_stages);
        ++kills;
        continue;
      }
      ASSERT_EQ(*values, expected);
      EXPECT_EQ(solved, *box.volume());
      break;
    }
  }
  EXPECT_GE(kills, 20u);
  EXPECT_GE(changes, 10u);
  EXPECT_GE(lanes, 10u);
}

}  // namespace
}  // namespace grundy::ray
