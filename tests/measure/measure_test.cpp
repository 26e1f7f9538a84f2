// Works are timed only if their answers are right, and figures follow from the times of all turns.
#include "view/measure/measure.hpp"

#include <gtest/gtest.h>

namespace grundy::measure {
namespace {

// Nimbers of the heaps 0 .. 9 of a catalogue game, by hand: each is its own size.
Work nim_to_nine(std::uint64_t p_positions, std::string_view digest) {
  return {"nim_nimbers", "nim", {9}, Quantity::nimber, p_positions, digest};
}

constexpr std::string_view right_digest = "0b6f7ee70023a3c613f19bbce33b4f6e";

Run run_of(const Work& work, std::size_t threads, std::vector<double> seconds) {
  return {&work, {"tbb", threads}, "step", 10, 20, {std::move(seconds)}};
}

TEST(Measure, TheMedianIsTheMiddleOrTheMeanOfTwo) {
  EXPECT_EQ((Times{{1, 2, 9}}).median(), 2);
  EXPECT_EQ((Times{{1, 2, 4, 9}}).median(), 3);
}

TEST(Measure, SpeedUpIsAgainstTheFewestThreadsOfTheSameWorkAndExecutor) {
  const Work work = nim_to_nine(1, right_digest);
  const Work other = nim_to_nine(1, right_digest);
  const std::vector<measure::Run> runs{run_of(work, 1, {8}), run_of(work, 4, {4}),
                                       run_of(other, 4, {1})};
  EXPECT_EQ(speed_up(runs, runs[0]), 1);
  EXPECT_EQ(speed_up(runs, runs[1]), 2);
  EXPECT_EQ(efficiency(runs, runs[1]), 0.5);
  EXPECT_EQ(speed_up(runs, runs[2]), 1);
  EXPECT_EQ(runs[1].positions_per_second(), 2.5);
  EXPECT_EQ(runs[1].bytes_per_second(), 5);
}

TEST(Measure, EveryWayTakesThreeTurnsAtLeastOneAfterTheOther) {
  const Work work = nim_to_nine(1, right_digest);
  std::vector<std::string> turns;
  const auto runs = measure(work, {{"serial", 1}, {"openmp", 2}}, {0},
                            [&](const Work&, const Way& way, std::size_t turn) {
                              turns.push_back(way.executor + std::to_string(turn));
                            });
  ASSERT_TRUE(runs) << runs.error().message;
  EXPECT_EQ(turns, (std::vector<std::string>{"serial0", "openmp0", "serial1", "openmp1", "serial2",
                                             "openmp2"}));
  ASSERT_EQ(runs->size(), 2u);
  for (const measure::Run& run : *runs) {
    EXPECT_EQ(run.positions, 10u);
    ASSERT_EQ(run.times.seconds.size(), least_turns);
    EXPECT_GT(run.times.least(), 0);
    EXPECT_LE(run.times.least(), run.times.greatest());
  }
}

TEST(Measure, AWrongAnswerHasNoTimes) {
  const auto no_one_listens = [](const Work&, const Way&, std::size_t) {};
  for (const Work& work : {nim_to_nine(2, right_digest), nim_to_nine(1, "0")}) {
    const auto runs = measure(work, {{"serial", 1}}, {0}, no_one_listens);
    ASSERT_FALSE(runs);
    EXPECT_EQ(runs.error().code, Errc::wrong);
  }
}

TEST(Measure, AStopEndsIt) {
  const Work work = nim_to_nine(1, right_digest);
  std::atomic<bool> stop = true;
  const auto runs =
      measure(work, {{"serial", 1}}, {0, &stop}, [](const Work&, const Way&, std::size_t) {});
  ASSERT_FALSE(runs);
  EXPECT_EQ(runs.error().code, Errc::interrupted);
}

TEST(Measure, MemoryIsCopiedAtSomeRate) {
  const auto executor = parallel::make_executor("openmp", 2);
  ASSERT_TRUE(executor);
  const auto rate = copied_bytes_per_second(**executor);
  ASSERT_TRUE(rate) << rate.error().message;
  EXPECT_GT(*rate, 1e6);
}

}  // namespace
}  // namespace grundy::measure
