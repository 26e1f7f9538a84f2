#include "ask/session/solving.hpp"

#include <atomic>

#include "ask/session/version.hpp"
#include "ask/session/watched.hpp"

namespace grundy::session {
namespace {

Result<solve::Report> run_watched(const plan::Plan& plan, parallel::Executor& executor,
                                  solve::Options options, const Watch& watch) {
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> solved{0};
  options.stop = &stop;
  options.solved = &solved;
  return watched(
      stop, [&] { return solve::run(plan, executor, options); },
      [&] { return watch(solved, plan.solved_positions()); });
}

}  // namespace

Result<std::shared_ptr<const solve::SolvedValues>> solve(const solve::Asked& asked,
                                                         const std::optional<solve::Output>& output,
                                                         const Watch& watch,
                                                         solve::CheckCount check) {
  auto plan = solve::make_plan(asked);
  if (!plan) return plan.error();
  const auto executor = solve::make_executor(*plan, asked.executor);
  if (!executor) return executor.error();
  solve::Options options;
  options.output = output;
  options.check = check;
  options.program_version = version();
  auto report = watch ? run_watched(*plan, **executor, options, watch)
                      : solve::run(*plan, **executor, options);
  if (!report) return report.error();
  if (Status s = solve::expect_checked(report->checked, check); !s) return s.error();
  return std::make_shared<const solve::SolvedValues>(*std::move(plan), *std::move(report),
                                                     (*executor)->name(), options.program_version);
}

}  // namespace grundy::session
