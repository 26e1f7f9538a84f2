#include "solve/solve.hpp"

#include <chrono>

#include "solve/table_sink.hpp"
#include "sweep/sweep.hpp"

namespace grundy::solve {
namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Result<sweep::Solution> compute(const plan::Plan& plan, parallel::Executor& executor,
                                const Options& options, TableSink* sink, Seconds& seconds) {
  sweep::Hooks hooks{.stop = options.stop, .solved = options.solved, .after_wave = nullptr};
  if (sink)
    hooks.after_wave = [&](std::uint64_t wave, const sweep::Solution& solution) {
      const Stopwatch watch;
      Status written = sink->after_wave(wave, solution, executor);
      seconds.write += watch.seconds();
      return written;
    };
  const Stopwatch watch;
  auto solution = sweep::solve(plan, executor, hooks);
  seconds.solve = watch.seconds() - seconds.write;
  return solution;
}

Result<Report> compute_and_count(const plan::Plan& plan, parallel::Executor& executor,
                                 const Options& options, TableSink* sink) {
  Seconds seconds;
  auto solution = compute(plan, executor, options, sink, seconds);
  if (!solution) return solution.error();
  const Stopwatch counting;
  sweep::Statistics statistics = sweep::statistics(plan, *solution, executor);
  seconds.digest = counting.seconds();
  if (sink) {
    const Stopwatch finishing;
    if (const Status finished = sink->finish(statistics, solution->kernel, executor.name());
        !finished)
      return finished.error();
    seconds.write += finishing.seconds();
  }
  return Report{std::move(*solution), std::move(statistics), seconds};
}

}  // namespace

Result<Report> run(const plan::Plan& plan, parallel::Executor& executor, const Options& options) {
  if (!options.output) return compute_and_count(plan, executor, options, nullptr);
  auto sink = TableSink::create(plan, *options.output, options.program_version);
  if (!sink) return sink.error();
  auto report = compute_and_count(plan, executor, options, &*sink);
  if (!report)
    if (const Status removed = sink->discard(); !removed)
      return Error{report.error().code,
                   report.error().message + "; and " + removed.error().message};
  return report;
}

}  // namespace grundy::solve
