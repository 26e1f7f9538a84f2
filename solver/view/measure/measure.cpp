#include "view/measure/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/block.hpp"
#include "base/machine.hpp"
#include "kernels/isa.hpp"
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

// The seconds that solving took.
Result<double> take_turn(const Work& work, Prepared& prepared, const std::atomic<bool>* stop) {
  tiles::Watch watch;
  watch.stop = stop;
  const Stopwatch stopwatch;
  const auto solution = sweep::solve(prepared.plan, *prepared.executor, watch);
  const double seconds = stopwatch.seconds();
  if (!solution) return solution.error();
  const auto found = sweep::statistics(prepared.plan, *solution, *prepared.executor);
  if (Status right = check(work, found); !right) return right.error();
  return seconds;
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

double Times::median() const {
  const std::size_t middle = seconds.size() / 2;
  return seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
}

Result<std::vector<Run>> measure(const Work& work, const std::vector<Way>& ways,
                                 const Limits& limits, const Tell& tell) {
  std::vector<Prepared> prepared;
  std::vector<Run> runs;
  for (const Way& way : ways) {
    auto one = prepare(work, way);
    if (!one) return one.error();
    runs.push_back({&work,
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
    for (std::size_t i = 0; i < ways.size(); ++i) {
      tell(work, ways[i], turn);
      const auto seconds = take_turn(work, prepared[i], limits.stop);
      if (!seconds) return seconds.error();
      runs[i].times.seconds.push_back(*seconds);
    }
  for (Run& run : runs) std::ranges::sort(run.times.seconds);
  return runs;
}

double speed_up(const std::vector<Run>& runs, const Run& run) {
  return with_fewest_threads(runs, run).times.median() / run.times.median();
}

double efficiency(const std::vector<Run>& runs, const Run& run) {
  return speed_up(runs, run) * static_cast<double>(with_fewest_threads(runs, run).way.threads) /
         static_cast<double>(run.way.threads);
}

namespace {

#ifdef __clang__
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "";
}

constexpr std::uint64_t copied_bytes = std::uint64_t{256} << 20;
constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
constexpr int turns = 5;

}  // namespace

Machine this_machine() {
  return {processor_name(), parallel::available_cores(), memory::available_memory(), compiler,
          std::string(kernels::isa_name())};
}

Result<double> copied_bytes_per_second(parallel::Executor& executor) {
  auto from = memory::Block::zeros(copied_bytes);
  if (!from) return from.error();
  auto to = memory::Block::zeros(copied_bytes);
  if (!to) return to.error();
  std::memset(from->data(), 1, copied_bytes);  // pages that were never written are all the same one
  to->take_pages(executor, nullptr);
  double best = 0;
  for (int turn = 0; turn < turns; ++turn) {
    const Stopwatch watch;
    executor.for_each(copied_bytes / piece_bytes, [&](std::size_t piece, std::size_t) {
      std::memcpy(to->data() + piece * piece_bytes, from->data() + piece * piece_bytes,
                  piece_bytes);
    });
    best = std::max(best, 2.0 * static_cast<double>(copied_bytes) / watch.seconds());
  }
  return best;
}

}  // namespace grundy::measure
