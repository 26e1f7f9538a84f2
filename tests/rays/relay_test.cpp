// Ranks in one process against one rank, and what they send against what was estimated.
#include "methods/rays/relay.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <numeric>
#include <random>
#include <thread>

#include "methods/rays/cells.hpp"
#include "methods/rays/faces.hpp"
#include "methods/rays/stages.hpp"
#include "methods/rays/tile_exchange.hpp"
#include "ranks/transport.hpp"
#include "rays/random_rays.hpp"
#include "rays/values_on_ranks.hpp"

namespace grundy::ray {
namespace {

Values by_one_rank(const CellTask& task) {
  const auto executor = *parallel::make_executor("tbb", 2);
  auto cells = solve_cells(task, *executor);
  EXPECT_TRUE(cells);
  return std::visit([&](const auto& kept) { return values_of(kept, task.closure); }, *cells);
}

std::string to_text(const CellTask& task) {
  return support::ray_game(task.rays, task.closure).text;
}

// What a rank has room for: sets of one slice, so that ranks are stages, and of all, so that they
// are lanes of one.
constexpr std::uint64_t no_room = 1;
constexpr std::uint64_t all_room = std::uint64_t{1} << 40;

// Of a third of what is reached.
std::uint64_t some_room(const CellTask& task) {
  return std::max<std::uint64_t>(
      static_cast<std::uint64_t>(estimated_slices(task) * static_cast<double>(slice_bytes(task)) /
                                 3),
      1);
}

void expect_same(const CellTask& task, std::size_t ranks, std::uint64_t room,
                 const std::string& executor, std::size_t threads, const Values& expected) {
  const Relay relay = plan_relay(task, ranks, room);
  SCOPED_TRACE(testing::Message() << to_text(task) << ", " << ranks << " ranks, "
                                  << relay.stages.size() << " stages, " << relay.slabs.lanes
                                  << " lanes, blocks " << to_string(task.owner_blocks) << ", "
                                  << executor << ", " << threads << " threads");
  std::atomic<std::uint64_t> solved{0};
  tiles::Watch watch;
  watch.solved = &solved;
  cluster::Traffic traffic;
  const auto values = values_on_ranks(
      task, room, ranks, **parallel::make_executor(executor, threads), watch, &traffic);
  ASSERT_TRUE(values) << values.error().message;
  ASSERT_EQ(*values, expected);
  EXPECT_EQ(solved, *task.closure.volume());
  const cluster::Traffic estimated = traffic_of(relay, task);
  EXPECT_EQ(traffic.messages, estimated.messages);
  EXPECT_EQ(traffic.bytes, estimated.bytes);
}

CellTask three_piles(std::int64_t high) {
  const Rays rays{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}, {}};
  const Box box{{0, 0, 0}, {high, high, high}};
  return plan_cells(rays, box, interchangeable_axes(rays, box));
}

// Large enough for values of several slices.
Box box_for(std::mt19937_64& random, std::size_t dimensions) {
  constexpr std::int64_t longest[] = {0, 2000, 500, 90, 28};
  Box box;
  const bool cube = random() % 2;
  const auto extent = [&] {
    return longest[dimensions] / 2 + 1 +
           static_cast<std::int64_t>(random() %
                                     static_cast<std::uint64_t>(longest[dimensions] / 2));
  };
  const std::int64_t side = extent();
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    box.low.push_back(cube ? 1 : static_cast<std::int64_t>(random() % 3));
    box.high.push_back(box.low.back() + (cube ? side : extent()) - 1);
  }
  return box;
}

TEST(Relay, GivesWhatOneRankGives) {
  constexpr std::uint64_t seed = 2026;
  std::mt19937_64 random(seed);
  std::size_t with_stages = 0;
  std::size_t with_lanes = 0;
  std::size_t with_both = 0;
  std::size_t turn = 0;
  const std::vector<std::string> executors{"serial", "openmp", "tbb"};
  for (std::size_t game = 0; game < 24; ++game) {
    const std::size_t dimensions = 1 + game % 4;
    const Box box = box_for(random, dimensions);
    const Rays rays = within(support::random_rays(random, dimensions), box);
    CellTask task = plan_cells(rays, box, interchangeable_axes(rays, box));
    if (game % 3 == 0) task.tile_sides.assign(dimensions, 5);
    // In half of the games rank 0 gathers all.
    if (game % 8 < 4)
      for (std::size_t axis = 0; axis < dimensions; ++axis)
        task.owner_blocks.push_back(
            1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(box.extent(axis))));
    const Values expected = by_one_rank(task);
    with_stages += plan_relay(task, 8, no_room).stages.size() > 2;
    with_lanes += plan_relay(task, 8, all_room).slabs.lanes > 2;
    const Relay both = plan_relay(task, 8, some_room(task));
    with_both += both.stages.size() > 1 && both.slabs.lanes > 1;
    for (const std::size_t ranks : {1U, 2U, 3U, 8U})
      for (const std::uint64_t room : {no_room, some_room(task), all_room}) {
        ++turn;
        expect_same(task, ranks, room, executors[turn % 3], 1 + turn % 9, expected);
      }
    if (HasFailure()) return;
  }
  EXPECT_GE(with_stages, 5u);
  EXPECT_GE(with_lanes, 5u);
  EXPECT_GE(with_both, 3u);
}

// With every direction come those that change coordinates, so that positions of a line go from one
// slab to the next by way of any of them.
TEST(Relay, LinesLeaveSlabsByCoordinatesThatChangePlaces) {
  constexpr std::uint64_t seed = 5;
  std::mt19937_64 random(seed);
  for (std::size_t game = 0; game < 24; ++game) {
    SCOPED_TRACE(game);
    const std::size_t dimensions = 2 + game % 2;
    const auto high = static_cast<std::int64_t>(dimensions == 2 ? 100 + random() % 60 : 40);
    Rays rays;
    for (std::size_t count = 1 + random() % 2; count > 0; --count) {
      family::Direction direction(dimensions);
      for (std::int64_t& step : direction)
        if (random() % 2) step = static_cast<std::int64_t>(random() % 6);
      if (std::ranges::max(direction) == 0) direction.back() = 2;
      std::ranges::sort(direction);
      do rays.directions.push_back(direction);
      while (std::ranges::next_permutation(direction).found);
    }
    std::ranges::sort(rays.directions);
    const auto again = std::ranges::unique(rays.directions);
    rays.directions.erase(again.begin(), again.end());
    const Box box{Position(dimensions, 0), Position(dimensions, high)};
    CellTask task = plan_cells(rays, box, interchangeable_axes(rays, box));
    ASSERT_FALSE(task.groups.empty());
    task.tile_sides.assign(dimensions, dimensions == 2 ? 6 : 5);
    ASSERT_GE(plan_relay(task, 2, all_room).slabs.lanes, 2u);
    const Values expected = by_one_rank(task);
    for (const std::size_t ranks : {2U, 3U})
      expect_same(task, ranks, all_room, "serial", 1, expected);
    if (HasFailure()) return;
  }
}

// A lane waits for another one that is late, but never both: where few bytes may be late.
TEST(Relay, LanesDoNotWaitForOneAnother) {
  CellTask task = three_piles(200);
  task.tile_sides = {8, 8, 8};
  const Values expected = by_one_rank(task);
  const std::uint64_t room = 3 * slice_bytes(task);
  for (const std::size_t ranks : {2U, 3U, 4U}) {
    ASSERT_EQ(plan_relay(task, ranks, room).slabs.lanes, ranks);
    expect_same(task, ranks, room, "serial", 1, expected);
  }
}

TEST(Relay, LinesMayBend) {
  const Box box{{0, 0}, {300, 310}};
  const Rays rays{{{1, 0}, {0, 1}, {1, 2}, {3, 1}, {2, 2}}, {}};
  const CellTask task = plan_cells(rays, box, {});
  ASSERT_GE(plan_relay(task, 3, no_room).stages.size(), 2u);
  ASSERT_GE(plan_relay(task, 2, all_room).slabs.lanes, 2u);
  const Values expected = by_one_rank(task);
  for (const std::size_t ranks : {2U, 3U})
    for (const std::uint64_t room : {no_room, all_room})
      expect_same(task, ranks, room, "tbb", 4, expected);
}

// Two heaps of Nim, one of them long: what is proved is 65,283 and more, and ranks hold 65,279.
CellTask long_nim(std::int64_t high) {
  const Rays rays{{{1, 0}, {0, 1}}, {}};
  const Box box{{0, 0}, {3, high}};
  return plan_cells(rays, box, interchangeable_axes(rays, box));
}

TEST(Relay, SolvesWhereLessIsProvedThanIsSo) {
  const CellTask task = long_nim(65279);
  EXPECT_GT(task.slices(), most_relay_slices);
  const Values expected = by_one_rank(task);
  for (const std::uint64_t room : {no_room, all_room})
    for (const std::size_t ranks : {1U, 3U}) expect_same(task, ranks, room, "tbb", 3, expected);
}

TEST(Relay, RefusesValuesThatItCannotHold) {
  const CellTask task = long_nim(65280);
  const auto executor = *parallel::make_executor("tbb", 3);
  for (const std::uint64_t room : {no_room, all_room})
    for (const std::size_t ranks : {1U, 3U}) {
      const auto cells = solve_on_local_ranks(task, room, ranks, *executor, {});
      ASSERT_FALSE(cells);
      EXPECT_EQ(cells.error().code, Errc::unsupported);
      EXPECT_EQ(cells.error().message, "some nimber exceeds 65279, and ranks hold no more");
    }
}

TEST(Relay, BytesOfManyTilesAreEstimatedFromSome) {
  for (const std::int64_t high : {1500, 3000})
    for (const std::size_t ranks : {8U, 24U}) {
      const CellTask task = three_piles(high);
      for (const std::uint64_t room : {some_room(task), all_room}) {
        const Relay relay = plan_relay(task, ranks, room);
        ASSERT_GT(relay.slabs.lanes, 1u);
        const auto sum = [](const std::vector<std::uint64_t>& bytes) {
          return static_cast<double>(std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}));
        };
        const double part = sum(sampled_bytes_above(relay, task)) / sum(bytes_above(relay, task));
        EXPECT_NEAR(part, 1, 0.1) << high << ", " << ranks << " ranks";
      }
    }
}

TEST(Relay, StagesHoldAllSlicesOnceAndMakeRanksEven) {
  const CellTask task = three_piles(4000);
  for (const std::size_t ranks : {1U, 2U, 5U, 14U, 28U, 100U}) {
    SCOPED_TRACE(ranks);
    const Relay relay = plan_relay(task, ranks, no_room);
    std::uint64_t next = 0;
    for (const Stage& stage : relay.stages) {
      EXPECT_EQ(stage.first_slice, next);
      EXPECT_GE(stage.slices, 1u);
      EXPECT_LT(stage.rank, ranks);
      next += stage.slices;
    }
    EXPECT_EQ(next, task.slices());
    if (ranks > 14) continue;
    EXPECT_GT(efficiency_of(relay), 0.5);
    if (relay.stages.size() < 2 * ranks) continue;  // even in work, but not in memory
    std::uint64_t most = 0;
    std::uint64_t all = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      most = std::max(most, set_bytes_of(relay, task, rank));
      all += set_bytes_of(relay, task, rank);
    }
    EXPECT_LE(most, all / ranks + slice_bytes(task) * 3 / 2);
  }
}

TEST(Relay, MoreRoomIsTakenOnlyWhereItPays) {
  for (const std::int64_t high : {1000, 4000})
    for (const std::size_t ranks : {4U, 14U, 28U}) {
      SCOPED_TRACE(fmt::format("{} ranks to {}", ranks, high));
      const CellTask task = three_piles(high);
      const Relay little = plan_relay(task, ranks, some_room(task));
      const Relay much = plan_relay(task, ranks, all_room);
      EXPECT_GE(efficiency_of(much), 0.95 * efficiency_of(little));
      if (efficiency_of(much) <= 1.05 * efficiency_of(little)) {
        EXPECT_LE(much.slabs.lanes, little.slabs.lanes);
      }
    }
}

TEST(Relay, LanesHaveAboutTheSameWork) {
  for (const std::int64_t last : {600, 1000, 2000})
    for (const std::size_t lanes : {2U, 3U, 4U}) {
      SCOPED_TRACE(fmt::format("{} lanes to {}", lanes, last));
      const CellTask task = three_piles(last);
      const Slabs slabs = cut_slabs(task, lanes);
      std::vector<double> work(lanes);
      std::uint64_t before = 0;
      for (std::size_t slab = 0; slab < slabs.ends.size(); ++slab) {
        const auto end = static_cast<std::uint64_t>(slabs.ends[slab]);
        work[slabs.lane_of_slab(slab)] += static_cast<double>(positions_below(task, end) - before);
        before = positions_below(task, end);
      }
      EXPECT_EQ(before, sorted_positions(task));
      EXPECT_LT(std::ranges::max(work) / std::ranges::min(work), 1.15);
    }
}

// On plain threads, for ThreadSanitizer (scripts/tsan).
TEST(Relay, RanksOfOneThreadShareNothingButMessages) {
  const CellTask task = three_piles(250);
  ASSERT_GE(plan_relay(task, 2, no_room).stages.size(), 2u);
  ASSERT_EQ(plan_relay(task, 2, all_room).slabs.lanes, 2u);
  const auto serial = *parallel::make_executor("serial", 1);
  auto one = solve_cells(task, *serial);
  ASSERT_TRUE(one);
  const Values expected = values_of(std::get<SortedCells>(*one), task.closure);
  for (const std::size_t ranks : {2U, 3U})
    for (const std::uint64_t room : {no_room, all_room})
      expect_same(task, ranks, room, "serial", 1, expected);
}

TEST(Relay, EndsWhenAskedTo) {
  std::atomic<bool> stop{false};
  tiles::Watch watch;
  watch.stop = &stop;
  const auto executor = *parallel::make_executor("tbb", 2);
  std::thread stopping([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop = true;
  });
  const auto cells = solve_on_local_ranks(three_piles(600), all_room, 2, *executor, watch);
  stopping.join();
  ASSERT_FALSE(cells);
  EXPECT_EQ(cells.error().code, Errc::interrupted);
}

// A rank that sends what does not fit ends all of them.
TEST(Relay, RefusesMessagesThatDoNotFit) {
  const CellTask task = three_piles(300);
  ASSERT_GE(plan_relay(task, 2, no_room).stages.size(), 2u);
  struct Wrong {
    std::uint64_t room;
    cluster::Subject subject;
    std::size_t bytes;
  };
  // Of stages, then of lanes: sets for a tile that waits for none, twice, or too long.
  const Slabs slabs = plan_relay(task, 2, all_room).slabs;
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  const std::uint64_t above = grid.tile_of({0, 0, slabs.ends[0] * task.tile_sides[0]});
  for (const Wrong& wrong :
       {Wrong{no_room, {0, 1, 0}, 3}, Wrong{no_room, {0, 1, 1 << 30}, 0},
        Wrong{no_room, {0, 99, 0}, 10}, Wrong{no_room, {1, 0, 0}, 0}, Wrong{no_room, {1, 1, 0}, 8},
        Wrong{no_room, {2, 0, 1 << 30}, 0}, Wrong{no_room, {5, 0, 0}, 7},
        Wrong{no_room, {99, 0, 0}, 0}, Wrong{all_room, {3, 0, 0}, 0},
        Wrong{all_room, {3, 0, above}, 31}, Wrong{all_room, {4, 0, 1 << 30}, 0},
        Wrong{all_room, {7, 0, 0}, 0}, Wrong{all_room, {8, 0, 1 << 30}, 0},
        Wrong{all_room, {5, 9, 0}, 0}, Wrong{all_room, {11, 0, 0}, 0},
        Wrong{no_room, {0, 0, 0, cluster::Topic::cells}, 3},
        Wrong{no_room, {0, 0, 0, cluster::Topic::cells}, 0},
        Wrong{no_room, {1, 0, 7, cluster::Topic::cells}, 0}}) {
    SCOPED_TRACE(testing::Message() << wrong.subject.kind << " " << wrong.subject.stage << " "
                                    << wrong.subject.number);
    std::atomic<int> ended{0};
    cluster::run_local(2, [&](cluster::Transport& transport) {
      if (transport.rank() == 1)
        for (std::size_t to = 0; to < 2; ++to)
          transport.send(to, wrong.subject, cluster::Bytes(wrong.bytes));
      const auto executor = *parallel::make_executor("serial", 1);
      const auto cells = solve_as_rank(task, wrong.room, transport, *executor, {});
      ASSERT_FALSE(cells);
      EXPECT_EQ(cells.error().code, Errc::corrupt) << cells.error().message;
      ++ended;
    });
    EXPECT_EQ(ended, 2);
  }
}

// A rank that fails drops its questions. Answers that come later are not for it any more.
TEST(TileExchange, DroppedQuestionsGetNoAnswers) {
  const auto owners = std::make_shared<const std::vector<std::uint32_t>>(std::vector{0u, 1u});
  const auto places = [](std::uint32_t first, std::uint32_t second) {
    return std::make_shared<const std::vector<std::uint32_t>>(std::vector{first, second});
  };
  std::barrier<> all(2);
  cluster::run_local(2, [&](cluster::Transport& transport) {
    const bool asks = transport.rank() == 0;
    std::byte cell{asks ? std::uint8_t{3} : std::uint8_t{5}};
    const KeptTiles own{&cell, 1, asks ? places(0, KeptTiles::none) : places(KeptTiles::none, 0)};
    TileExchange exchange(transport, owners, own);
    int answers = 0;
    if (asks) {
      exchange.begin();
      exchange.ask(1, {1}, [&](const cluster::Bytes&) { ++answers; });
      exchange.drop_questions();
    }
    all.arrive_and_wait();
    if (!asks) exchange.begin();
    std::byte later{};
    const std::uint32_t other = asks ? 1 : 0;
    EXPECT_TRUE(exchange.fetch({&other, 1}, &later));  // answered after what was asked before
    EXPECT_EQ(later, std::byte{asks ? std::uint8_t{5} : std::uint8_t{3}});
    EXPECT_EQ(answers, 0);
    EXPECT_FALSE(transport.failure());
    all.arrive_and_wait();
  });
}

}  // namespace
}  // namespace grundy::ray
