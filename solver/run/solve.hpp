// run/solve.hpp: a plan carried out, counted, and written to a table.
//
// What the command line and the bindings call. The table is packed shard by shard while the sweep
// goes on, where the kernel tells what is final, and else when all is solved; files are written and
// synced in the background (run/packer.hpp). The state of the sweep is saved from time to time
// (run/checkpoint.hpp), to go on from after a crash.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "ranks/transport.hpp"
#include "run/self_check.hpp"
#include "run/solution.hpp"
#include "run/statistics.hpp"
#include "table/info.hpp"

namespace grundy::solve {

struct Output {
  std::filesystem::path table;
  bool force = false;  // replace a table that is there
  table::Store store = table::Store::full;
  bool resume = false;       // go on with an unfinished table of the same, if one is there
  double save_seconds = 10;  // the least time from one saved state to the next
};

// How far the table has come, in shards of values and of p_section.
struct Written {
  std::atomic<std::uint64_t> shards = 0;  // 0 until they are known
  std::atomic<std::uint64_t> stored = 0;
};

struct Options {
  std::optional<Output> output;  // none: nothing is written
  CheckCount check;
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* solved = nullptr;         // as in sweep::Hooks
  std::atomic<std::uint64_t>* solved_before = nullptr;  // of those, what an earlier run had solved
  Written* written = nullptr;                           // not of several ranks; may be null
  std::string program_version;
  cluster::Transport* as_rank = nullptr;  // of several; null: as plan.ranks says
};

struct Seconds {
  double solve = 0;   // computing alone
  double write = 0;   // the table
  double save = 0;    // states to resume from
  double digest = 0;  // counts and digest
  double check = 0;   // of some values, against the rules
};

struct Report {
  sweep::Solution solution;
  sweep::Statistics statistics;
  Seconds seconds;
  Checked checked{};
  double resumed_from = 0;  // the part of the work that had been done before, 0 .. 1
};

// Whether the table that run() would write is there and finished. Errc::usage, with the difference,
// if a finished table of something else is there.
Result<bool> is_finished(const plan::Plan& plan, const Output& output,
                         const std::string& program_version);

// With an output the state of the sweep is saved there from time to time, and when it is stopped.
//
// A plan for several ranks is carried out by all of them in this process, each with a part of the
// executor's threads; or, with a transport, by all that call this with the same plan and options.
// Then the report of rank 0 tells of the whole box (run/together.hpp).
//
// Errors: those of sweep::solve and table::TableWriter. What was finished until then stays, and the
// message says how to go on; a new table of which nothing was finished is removed. Errc::wrong if a
// value does not follow from the rules: of that nothing stays.
Result<Report> run(const plan::Plan& plan, parallel::Executor& executor, const Options& options);

}  // namespace grundy::solve
