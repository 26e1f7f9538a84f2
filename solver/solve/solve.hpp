// solve/solve.hpp: a plan carried out, counted, and written to a table.
//
// What the command line and the bindings call. The table is written shard by shard while
// the sweep goes on: whatever the schedule says is final goes to disk after its wave.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "parallel/executor.hpp"
#include "plan/plan.hpp"
#include "sweep/solution.hpp"
#include "sweep/statistics.hpp"

namespace grundy::solve {

struct Output {
  std::filesystem::path table;
  bool force = false;  // replace a table that is there
};

struct Options {
  std::optional<Output> output;  // none: nothing is written
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* solved = nullptr;  // as in sweep::Hooks
  std::string program_version;
};

struct Seconds {
  double solve = 0;   // computing alone
  double write = 0;   // the table
  double digest = 0;  // counts and digest
};

struct Report {
  sweep::Solution solution;
  sweep::Statistics statistics;
  Seconds seconds;
};

// Errors: those of sweep::solve and table::TableWriter. On an error no unfinished table is
// left behind.
Result<Report> run(const plan::Plan& plan, parallel::Executor& executor, const Options& options);

}  // namespace grundy::solve
