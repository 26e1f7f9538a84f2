#include "run/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/machine.hpp"
#include "plan/cost.hpp"
#include "run/checkpoint.hpp"
#include "run/measure_check.hpp"
#include "run/memory.hpp"
#include "run/table_sink.hpp"
#include "run/together.hpp"
#include "tiles/on_ranks.hpp"
#include "verify/mistake.hpp"

namespace grundy::solve {
namespace {

// Where a table is written.
struct Destination {
  TableSink& sink;
  Checkpoint& checkpoint;
};

// Threads pack what is final while they solve; that time is reported as writing. Several ranks pack
// when all is solved.
Result<sweep::Solution> compute(const plan::Plan& plan, parallel::Executor& executor,
                                const Options& options, const Destination* to, Seconds& seconds) {
  const bool packs = to && !options.as_rank;
  tiles::Watch watch{.stop = options.stop, .solved = options.solved, .as_rank = options.as_rank};
  if (to) watch.keeper = &to->checkpoint;
  if (packs) watch.receiver = &to->sink.packer();
  const Stopwatch solving;
  auto solution = sweep::solve(plan, executor, watch);
  seconds.solve = solving.seconds();
  if (to) seconds.save = to->checkpoint.seconds();
  seconds.solve -= seconds.save;
  if (!packs || !solution) return solution;
  const double packing = to->sink.packer().seconds() / static_cast<double>(executor.threads());
  seconds.solve -= packing;
  const Stopwatch completing;
  if (const Status packed = to->sink.complete(*solution, executor); !packed) return packed.error();
  seconds.write = packing + completing.seconds();
  return solution;
}

// Where a wrong value is described: beside the table, if there is one.
std::filesystem::path mistake_file(const Options& options) {
  if (!options.output) return verify::mistake_file();
  std::filesystem::path file = options.output->table;
  if (file.filename().empty()) file = file.parent_path();  // it was given as T.zarr/
  return file += ".mistake.txt";
}

// On rank 0.
Result<Checked> check(const plan::Plan& plan, const sweep::Solution& solution,
                      parallel::Executor& executor, const Options& options, Seconds& seconds) {
  const Stopwatch watch;
  auto checked = self_check(plan, solution, executor,
                            {.count = options.check,
                             .solving_seconds = seconds.solve,
                             .stop = options.stop,
                             .mistake_file = mistake_file(options),
                             .program_version = options.program_version});
  seconds.check = watch.seconds();
  return checked;
}

// Values that other ranks keep cannot be read afterwards.
Status leave(Together& others, sweep::Solution& solution) {
  Status all_done = others.wait_for_all();
  sweep::leave_other_ranks(solution);
  return all_done;
}

// Writes the table, if there is one.
Status write(Report& report, parallel::Executor& executor, Together* others,
             const Destination* to) {
  if (others && to)
    if (Status written = others->write_as_first(to->sink, report.statistics.max_value); !written)
      return written;
  if (others)
    if (Status left = leave(*others, report.solution); !left) return left;
  return to ? to->sink.finish(report.solution, report.statistics, executor) : Status();
}

// `meeting` joins several ranks, of which this is rank 0; null for a single one.
Result<Report> compute_and_count(const plan::Plan& plan, parallel::Executor& executor,
                                 const Options& options, const Destination* to,
                                 cluster::Meeting* meeting) {
  if (Status falls = check_measure(plan, executor, options.stop); !falls) return falls.error();
  Seconds solving;
  auto solution = compute(plan, executor, options, to, solving);
  if (!solution) return solution.error();
  Report report{*std::move(solution), {}, solving};
  Seconds& seconds = report.seconds;
  auto checked = check(plan, report.solution, executor, options, seconds);
  if (!checked) return checked.error();
  report.checked = *std::move(checked);
  const Stopwatch counting;
  std::optional<Together> others;
  if (meeting) others.emplace(plan, report.solution, executor, *meeting);
  auto counts =
      others ? others->count() : Result(sweep::statistics(plan, report.solution, executor));
  if (!counts) return counts.error();
  report.statistics = *std::move(counts);
  seconds.digest = counting.seconds();
  const Stopwatch finishing;
  if (const Status written = write(report, executor, others ? &*others : nullptr, to); !written)
    return written.error();
  if (to) seconds.write += finishing.seconds();
  return report;
}

// On every rank but rank 0.
Result<Report> run_as_other_rank(const plan::Plan& plan, parallel::Executor& executor,
                                 const Options& options, cluster::Meeting& meeting) {
  auto solution = sweep::solve(
      plan, executor, {.stop = options.stop, .solved = options.solved, .as_rank = options.as_rank});
  if (!solution) return solution.error();
  Report report{*std::move(solution), {}, {}};
  Together others(plan, report.solution, executor, meeting);
  if (const auto counts = others.count(); !counts) return counts.error();
  if (options.output)
    if (const Status written = others.write_as_other(options); !written) return written.error();
  if (const Status left = leave(others, report.solution); !left) return left.error();
  return report;
}

Result<Report> run_on_ranks(const plan::Plan& plan, parallel::Executor& executor,
                            const Options& options) {
  if (plan.ranks.transport) {
    Options as_rank = options;
    as_rank.as_rank = plan.ranks.transport;
    return run(plan, executor, as_rank);
  }
  if (const Status fits = plan::check_memory(plan); !fits) return fits.error();
  const tiles::Watch watch{options.stop, options.solved};
  return tiles::on_local_ranks(
      plan.ranks.count, executor, watch,
      [&](cluster::Transport& transport, parallel::Executor& own, const tiles::Watch& part) {
        Options of_rank = options;
        of_rank.stop = part.stop;
        of_rank.solved = part.solved;
        of_rank.as_rank = &transport;
        return run(plan, own, of_rank);
      });
}

// Opens the state that was saved. Errc::usage if it is that of another kernel, except of the
// fallback: if no kernel was asked for by name, that may have taken over, and goes on.
Status open_checkpoint(const plan::Plan& plan, const Output& output, Checkpoint& checkpoint) {
  if (Status opened = checkpoint.open(); !opened) return opened;
  const tiles::Frontier* const saved = checkpoint.saved();
  if (!saved || saved->kernel == plan.kernel()) return {};
  if (plan.fallback && plan.fallback->plan && saved->kernel == plan.fallback->plan->kernel())
    return {};
  return Error{
      Errc::usage,
      fmt::format("{}: holds an unfinished table of something else: its kernel is {}, and "
                  "{} is asked for; ask for the same to resume it, or start over with "
                  "option `force`",
                  output.table.string(), to_string(saved->kernel), to_string(plan.kernel()))};
}

std::uint64_t solved_before(const plan::Plan& plan, const Checkpoint& checkpoint) {
  if (!checkpoint.saved()) return 0;
  return std::min(checkpoint.saved()->numbers.back(), plan.solved_positions());
}

// After an error: keeps what was finished, and adds to the message how to resume; or removes the
// table if nothing was finished. Wrong values are not kept, nor a saved state that may hold more.
Error after_failure(const Error& error, TableSink& sink, const Checkpoint& checkpoint) {
  if ((!sink.has_shards() && !checkpoint.has_state()) || error.code == Errc::wrong) {
    const Status removed = sink.discard();
    return removed ? error
                   : Error{error.code,
                           fmt::format("{}; and {}", error.message, removed.error().message)};
  }
  if (error.code == Errc::interrupted)
    return {error.code, fmt::format("{}; saved: go on with option `resume`", error.message)};
  if (error.code == Errc::io)
    return {error.code, fmt::format("{}; what was finished is kept: make room and go on with "
                                    "option `resume`, or start over with option `force`",
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
  if (plan.ranks.count > 1 && !options.as_rank) return run_on_ranks(plan, executor, options);
  std::optional<cluster::Meeting> meeting;
  if (options.as_rank) {
    meeting.emplace(*options.as_rank, options.stop);
    if (const Status agreed = agree(plan, options, *meeting); !agreed) return agreed.error();
    if (meeting->rank() > 0) return run_as_other_rank(plan, executor, options, *meeting);
  }
  cluster::Meeting* const others = meeting ? &*meeting : nullptr;
  if (!options.output) return compute_and_count(plan, executor, options, nullptr, others);
  if (const Status fits = check_memory(plan, options.output->store); !fits) return fits.error();
  auto sink = TableSink::create(plan, *options.output, options.program_version);
  if (!sink) return sink.error();
  sink->stop_when([stop = options.stop] { return stop && stop->load(); });
  if (!others) sink->packer().report_to(options.written);
  Checkpoint checkpoint(place_in(sink->writer()), executor, options.output->save_seconds);
  if (const Status opened = open_checkpoint(plan, *options.output, checkpoint); !opened)
    return opened.error();
  const std::uint64_t before = solved_before(plan, checkpoint);
  if (options.solved_before) *options.solved_before = before;
  const Destination to{*sink, checkpoint};
  auto report = compute_and_count(plan, executor, options, &to, others);
  if (!report) {
    (void)sink->packer().wait();  // so that more of it is kept
    return after_failure(report.error(), *sink, checkpoint);
  }
  report->resumed_from = static_cast<double>(before) / static_cast<double>(plan.solved_positions());
  return report;
}

}  // namespace grundy::solve
