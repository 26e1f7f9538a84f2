#include "ask/session/solving.hpp"

namespace grundy::session {

Result<std::shared_ptr<const solve::SolvedValues>> solve(const solve::Asked& asked,
                                                         const std::optional<solve::Output>& output,
                                                         const Watch& watch,
                                                         solve::CheckCount check) {
  auto plan = solve::make_plan(asked);
  if (!plan) return plan.error();
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> solved{0};
  solve::Options options;
  options.output = output;
  options.check = check;
  options.program_version = version();
  if (watch) {
    options.stop = &stop;
    options.solved = &solved;
  }
  const std::uint64_t positions = plan->solved_positions();
  const auto run = [&] { return solve::solve_values(*std::move(plan), asked.executor, options); };
  auto values = watch ? watched(stop, run, [&] { return watch(solved, positions); }) : run();
  if (!values) return values;
  if (Status s = solve::expect_checked((*values)->report().checked, check); !s) return s.error();
  return values;
}

std::string_view version() noexcept {
  return GRUNDY_VERSION;
}

}  // namespace grundy::session
