#include "view/measure/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/machine.hpp"
#include "plan/cost.hpp"
#include "run/asked.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"

namespace grundy::measure {
namespace {

// A work on one way, planned.
struct Prepared {
  plan::Plan plan;
  std::unique_ptr<parallel::Executor> executor;
};

Result<Prepared> prepare(const Work& work, const Way& way) {
  solve::Asked asked;
  asked.game = work.game;
  asked.high = work.high;
  asked.quantity = work.quantity;
  asked.executor = way.executor;
  asked.threads = way.threads;
  auto plan = solve::make_plan(asked);
  if (!plan) return plan.error();
  auto executor = solve::make_executor(*plan, way.executor);
  if (!executor) return executor.error();
  return Prepared{std::move(*plan), std::move(*executor)};
}

Status check(const Work& work, const sweep::Statistics& found) {
  if (found.p_positions == work.p_positions && found.digest.hex() == work.digest) return {};
  return Error{
      Errc::wrong,
      fmt::format("{}: {} P-positions and digest {}, expected {} and {}; please report it",
                  work.name, found.p_positions, found.digest.hex(), work.p_positions, work.digest)};
}

// What solving took.
Result<Usage> take_turn(const Work& work, Prepared& prepared, const std::atomic<bool>* stop) {
  tiles::Watch watch;
  watch.stop = stop;
  const UsageWatch usage;
  const auto solution = sweep::solve(prepared.plan, *prepared.executor, watch);
  const Usage used = usage.used();
  if (!solution) return solution.error();
  const auto found = sweep::statistics(prepared.plan, *solution, *prepared.executor);
  if (Status right = check(work, found); !right) return right.error();
  return used;
}

const Run& with_fewest_threads(const std::vector<Run>& runs, const Run& run) {
  const Run* fewest = &run;
  for (const Run& other : runs)
    if (other.work == run.work && other.way.executor == run.way.executor &&
        other.way.threads < fewest->way.threads)
      fewest = &other;
  return *fewest;
}

}  // namespace

double Run::median() const {
  std::vector<double> seconds;
  for (const Usage& turn : turns) seconds.push_back(turn.seconds);
  std::ranges::sort(seconds);
  const std::size_t middle = seconds.size() / 2;
  return seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
}

double Run::least() const {
  return std::ranges::min(turns, {}, &Usage::seconds).seconds;
}

double Run::greatest() const {
  return std::ranges::max(turns, {}, &Usage::seconds).seconds;
}

Usage Run::usage() const {
  Usage all;
  for (const Usage& turn : turns) all += turn;
  return all;
}

Result<std::vector<Run>> measure(const std::vector<const Work*>& works,
                                 const std::vector<Way>& ways, const Limits& limits,
                                 const Tell& tell) {
  std::vector<Prepared> prepared;
  std::vector<Run> runs;
  for (const Work* work : works)
    for (const Way& way : ways) {
      auto one = prepare(*work, way);
      if (!one) return one.error();
      runs.push_back({work,
                      way,
                      std::string(to_string(one->plan.kernel())),
                      one->plan.positions(),
                      plan::kept_bytes(one->plan),
                      {}});
      prepared.push_back(std::move(*one));
    }
  const Stopwatch watch;
  for (std::size_t turn = 0;
       turn < least_turns || (turn < most_turns && watch.seconds() < limits.seconds); ++turn)
    for (std::size_t i = 0; i < runs.size(); ++i) {
      tell(runs[i], turn);
      const auto used = take_turn(*runs[i].work, prepared[i], limits.stop);
      if (!used) return used.error();
      runs[i].turns.push_back(*used);
    }
  return runs;
}

double speed_up(const std::vector<Run>& runs, const Run& run) {
  return with_fewest_threads(runs, run).median() / run.median();
}

double efficiency(const std::vector<Run>& runs, const Run& run) {
  return speed_up(runs, run) * static_cast<double>(with_fewest_threads(runs, run).way.threads) /
         static_cast<double>(run.way.threads);
}

}  // namespace grundy::measure
