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

Result<sweep::Cells> compute(const plan::Plan& plan, parallel::Executor& executor,
                             const Options& options, TableSink* sink, Seconds& seconds) {
  sweep::Hooks hooks{.stop = options.stop, .solved = options.solved, .after_wave = nullptr};
  if (sink)
    hooks.after_wave = [&](std::uint64_t wave, const sweep::Cells& cells) {
      const Stopwatch watch;
      Status written = sink->after_wave(wave, cells, executor);
      seconds.write += watch.seconds();
      return written;
    };
  const Stopwatch watch;
  auto cells = sweep::solve(plan, executor, hooks);
  seconds.solve = watch.seconds() - seconds.write;
  return cells;
}

Result<Report> compute_and_count(const plan::Plan& plan, parallel::Executor& executor,
                                 const Options& options, TableSink* sink) {
  Seconds seconds;
  auto cells = compute(plan, executor, options, sink, seconds);
  if (!cells) return cells.error();
  const Stopwatch counting;
  sweep::Statistics statistics = sweep::statistics(plan, *cells, executor);
  seconds.digest = counting.seconds();
  if (sink) {
    const Stopwatch finishing;
    if (const Status finished = sink->finish(statistics, executor.name()); !finished)
      return finished.error();
    seconds.write += finishing.seconds();
  }
  return Report{std::move(*cells), std::move(statistics), seconds};
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
