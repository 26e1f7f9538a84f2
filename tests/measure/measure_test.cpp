// Works are timed only if their answers are right, and figures follow from the times of all turns.
#include "view/measure/measure.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "view/measure/stream.hpp"

namespace grundy::measure {
namespace {

// Nimbers of the heaps 0 .. 9 of a catalogue game, by hand: each is its own size.
Work nim_to_nine(std::uint64_t p_positions, std::string_view digest) {
  return {"nim_nimbers", "nim", {9}, Quantity::nimber, p_positions, digest};
}

constexpr std::string_view right_digest = "0b6f7ee70023a3c613f19bbce33b4f6e";

Run run_of(const Work& work, std::size_t threads, const std::vector<double>& seconds) {
  Run run{&work, {"tbb", threads}, "step", 10, 20, {}};
  for (const double time : seconds) run.turns.push_back({.seconds = time, .processor = time / 2});
  return run;
}

constexpr auto no_one_listens = [](const Run&, std::size_t) {};

TEST(Measure, TheMedianIsTheMiddleOrTheMeanOfTwo) {
  const Work work = nim_to_nine(1, right_digest);
  EXPECT_EQ(run_of(work, 1, {9, 1, 2}).median(), 2);
  EXPECT_EQ(run_of(work, 1, {9, 4, 2, 1}).median(), 3);
  EXPECT_EQ(run_of(work, 1, {4, 1, 9}).least(), 1);
  EXPECT_EQ(run_of(work, 1, {4, 1, 9}).greatest(), 9);
  EXPECT_EQ(run_of(work, 1, {4, 1, 9}).usage().seconds, 14);
  EXPECT_EQ(run_of(work, 1, {4, 1, 9}).usage().processors(), 0.5);
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

TEST(Measure, EveryWayOfEveryWorkTakesFiveTurnsAtLeastOneAfterTheOther) {
  const Work work = nim_to_nine(1, right_digest);
  std::vector<std::string> turns;
  const auto runs = measure({&work, &work}, {{"serial", 1}, {"openmp", 2}}, {0},
                            [&](const measure::Run& run, std::size_t turn) {
                              turns.push_back(run.way.executor + std::to_string(turn));
                            });
  ASSERT_TRUE(runs) << runs.error().message;
  ASSERT_EQ(turns.size(), 4 * least_turns);
  EXPECT_EQ(std::vector(turns.begin(), turns.begin() + 5),
            (std::vector<std::string>{"serial0", "openmp0", "serial0", "openmp0", "serial1"}));
  ASSERT_EQ(runs->size(), 4u);
  for (const measure::Run& run : *runs) {
    EXPECT_EQ(run.positions, 10u);
    ASSERT_EQ(run.turns.size(), least_turns);
    EXPECT_GT(run.least(), 0);
    EXPECT_LE(run.least(), run.greatest());
    EXPECT_GT(run.usage().processor, 0);
  }
}

TEST(Measure, AWrongAnswerHasNoTimes) {
  for (const Work& work : {nim_to_nine(2, right_digest), nim_to_nine(1, "0")}) {
    const auto runs = measure({&work}, {{"serial", 1}}, {0}, no_one_listens);
    ASSERT_FALSE(runs);
    EXPECT_EQ(runs.error().code, Errc::wrong);
  }
}

TEST(Measure, AStopEndsIt) {
  const Work work = nim_to_nine(1, right_digest);
  std::atomic<bool> stop = true;
  const auto runs = measure({&work}, {{"serial", 1}}, {0, &stop}, no_one_listens);
  ASSERT_FALSE(runs);
  EXPECT_EQ(runs.error().code, Errc::interrupted);
}

TEST(Usage, CountsThisProcess) {
  const UsageWatch watch;
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() < begin + std::chrono::milliseconds(50)) {
  }
  const Usage used = watch.used();
  EXPECT_GE(used.seconds, 0.05);
  EXPECT_GT(used.processor, 0);
  EXPECT_LE(used.processors(), 2);  // threads of OpenMP spin for a while after their work
  EXPECT_GE(used.waited.value_or(0), 0);
}

TEST(Stream, RunsOnAnyNumberOfThreads) {
  for (const std::size_t threads : {1U, 2U, 3U}) {
    const auto stream = measure_stream(threads, 1'000'008);
    ASSERT_TRUE(stream) << stream.error().message;
    EXPECT_EQ(stream->threads, threads);
    for (const double rate : stream->bytes_per_second) EXPECT_GT(rate, 1e6);
    EXPECT_GT(stream->usage.seconds, 0);
  }
  EXPECT_TRUE(measure_stream(5, 0));  // an element for each thread
}

TEST(Stream, OfMoreThanThereIsHasNoRate) {
  const auto stream = measure_stream(1, std::uint64_t{1} << 60);
  ASSERT_FALSE(stream);
  EXPECT_EQ(stream.error().code, Errc::memory);
}

}  // namespace
}  // namespace grundy::measure
