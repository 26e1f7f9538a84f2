#include "solve/solve.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/stopwatch.hpp"
#include "solve/checkpoint.hpp"
#include "solve/memory.hpp"
#include "solve/table_sink.hpp"
#include "sweep/sweep.hpp"
#include "verify/mistake.hpp"

namespace grundy::solve {
namespace {

// Where a table is written.
struct Destination {
  TableSink& sink;
  Checkpoint& checkpoint;
};

// Threads pack what is final while they solve: what that took is told as writing.
Result<sweep::Solution> compute(const plan::Plan& plan, parallel::Executor& executor,
                                const Options& options, const Destination* to, Seconds& seconds) {
  sweep::Hooks hooks{.stop = options.stop, .solved = options.solved};
  if (to) {
    hooks.keeper = &to->checkpoint;
    hooks.receiver = &to->sink.packer();
  }
  const Stopwatch watch;
  auto solution = sweep::solve(plan, executor, hooks);
  seconds.solve = watch.seconds();
  if (!to || !solution) return solution;
  const double packing = to->sink.packer().seconds() / static_cast<double>(executor.threads());
  seconds.save = to->checkpoint.seconds();
  seconds.solve -= packing + seconds.save;
  const Stopwatch completing;
  if (const Status packed = to->sink.complete(*solution, executor); !packed) return packed.error();
  seconds.write = packing + completing.seconds();
  return solution;
}

// Described beside the table, if there is one.
std::filesystem::path mistake_file(const Options& options) {
  if (!options.output) return verify::mistake_file();
  std::filesystem::path file = options.output->table;
  if (file.filename().empty()) file = file.parent_path();  // it was given as T.zarr/
  return file += ".mistake.txt";
}

Result<Report> compute_and_count(const plan::Plan& plan, parallel::Executor& executor,
                                 const Options& options, const Destination* to) {
  Seconds seconds;
  auto solution = compute(plan, executor, options, to, seconds);
  if (!solution) return solution.error();
  const Stopwatch checking;
  const auto checked = self_check(plan, *solution, executor,
                                  {.count = options.check,
                                   .solving_seconds = seconds.solve,
                                   .stop = options.stop,
                                   .mistake_file = mistake_file(options),
                                   .program_version = options.program_version});
  if (!checked) return checked.error();
  seconds.check = checking.seconds();
  const Stopwatch counting;
  sweep::Statistics statistics = sweep::statistics(plan, *solution, executor);
  seconds.digest = counting.seconds();
  if (to) {
    const Stopwatch finishing;
    if (const Status finished = to->sink.finish(*solution, statistics, executor); !finished)
      return finished.error();
    seconds.write += finishing.seconds();
  }
  return Report{std::move(*solution), std::move(statistics), seconds, *checked};
}

// Takes up the state that was saved, unless it is that of another kernel. Where nobody asked for a
// kernel by name, the generic one may have taken over, and goes on.
Status take_up(const plan::Plan& plan, const Output& output, Checkpoint& checkpoint) {
  if (Status opened = checkpoint.open(); !opened) return opened;
  const tiles::Frontier* const saved = checkpoint.saved();
  if (!saved || saved->kernel == plan.kernel()) return {};
  if (plan.fallback && plan.fallback->plan && saved->kernel == plan.fallback->plan->kernel())
    return {};
  return Error{
      Errc::usage,
      fmt::format("{}: holds an unfinished table of something else: its kernel is {}, and "
                  "{} is asked for; ask for the same to resume it, or begin anew with "
                  "option `force`",
                  output.table.string(), to_string(saved->kernel), to_string(plan.kernel()))};
}

std::uint64_t solved_before(const plan::Plan& plan, const Checkpoint& checkpoint) {
  if (!checkpoint.saved()) return 0;
  return std::min(checkpoint.saved()->numbers.back(), plan.solved_positions());
}

// What a failure leaves: all that was finished, with a word on how to go on, or nothing. Wrong
// values are not kept, and no state to resume from that may hold more of them.
Error given_up(const Error& error, TableSink& sink, const Checkpoint& checkpoint) {
  if ((!sink.has_shards() && !checkpoint.kept()) || error.code == Errc::wrong) {
    const Status removed = sink.discard();
    return removed ? error
                   : Error{error.code,
                           fmt::format("{}; and {}", error.message, removed.error().message)};
  }
  if (error.code == Errc::interrupted)
    return {error.code, fmt::format("{}; saved: go on with option `resume`", error.message)};
  if (error.code == Errc::io)
    return {error.code, fmt::format("{}; what was finished is kept: make room and go on with "
                                    "option `resume`, or begin anew with option `force`",
                                    error.message)};
  return error;
}

}  // namespace

Result<bool> is_finished(const plan::Plan& plan, const Output& output,
                         const std::string& program_version) {
  return table::TableDirectory::is_finished(output.table,
                                            table_spec(plan, output, program_version));
}

Result<Report> run(const plan::Plan& plan, parallel::Executor& executor, const Options& options) {
  if (!options.output) return compute_and_count(plan, executor, options, nullptr);
  if (const Status fits = check_memory(plan, options.output->store); !fits) return fits.error();
  auto sink = TableSink::create(plan, *options.output, options.program_version);
  if (!sink) return sink.error();
  sink->stop_on(options.stop);
  Checkpoint checkpoint(sink->writer(), executor, options.output->save_seconds);
  if (const Status taken = take_up(plan, *options.output, checkpoint); !taken) return taken.error();
  const std::uint64_t before = solved_before(plan, checkpoint);
  if (options.solved_before) *options.solved_before = before;
  const Destination to{*sink, checkpoint};
  auto report = compute_and_count(plan, executor, options, &to);
  if (!report) {
    (void)sink->packer().wait();  // that more of it is kept
    return given_up(report.error(), *sink, checkpoint);
  }
  report->resumed_from = static_cast<double>(before) / static_cast<double>(plan.solved_positions());
  return report;
}

}  // namespace grundy::solve
