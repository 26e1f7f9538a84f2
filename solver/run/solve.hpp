// run/solve.hpp: a plan carried out, counted, and written to a table.
//
// What the command line and the bindings call. The table is packed shard by shard during the sweep
// if the kernel reports what is final, else when all is solved. Files are written and synced in the
// background (run/packer.hpp). The state of the sweep is saved from time to time
// (run/checkpoint.hpp), so that it can be resumed after a crash.
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
#include "run/statistics.hpp"
#include "run/sweep.hpp"
#include "table/info.hpp"

namespace grundy::solve {

struct Output {
  std::filesystem::path table;
  bool force = false;  // replace an existing table
  table::Store store = table::Store::full;
  bool resume = false;       // go on with an unfinished table of the same spec, if there is one
  double save_seconds = 10;  // the least time from one saved state to the next
};

// The progress of writing, in shards of values and of p_section.
struct Written {
  std::atomic<std::uint64_t> shards = 0;  // 0 until they are known
  std::atomic<std::uint64_t> stored = 0;
};

struct Options {
  std::optional<Output> output;  // none: nothing is written
  CheckCount check;
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* solved = nullptr;  // as in tiles::Watch
  std::atomic<std::uint64_t>* solved_before =
      nullptr;                 // of those, how many an earlier run had solved
  Written* written = nullptr;  // not updated on several ranks; may be null
  std::string program_version;
  cluster::Transport* as_rank = nullptr;  // one of several; null: plan.ranks applies
};

struct Seconds {
  double solve = 0;   // computing
  double write = 0;   // packing and writing the table
  double save = 0;    // saving states to resume from
  double digest = 0;  // counts and digest
  double check = 0;   // deriving some values from the rules
};

struct Report {
  sweep::Solution solution;
  sweep::Statistics statistics;
  Seconds seconds;
  Checked checked{};
  double resumed_from = 0;  // the part of the work that an earlier run had done, 0 .. 1
};

// Whether the table that run() would write exists and is finished. Errc::usage, with the
// difference, if there is a finished table of another spec.
Result<bool> is_finished(const plan::Plan& plan, const Output& output,
                         const std::string& program_version);

// With an output the state of the sweep is saved there from time to time, and when it is stopped.
//
// A plan for several ranks is carried out by all of them in this process, each with a part of the
// executor's threads; or, with a transport, by all processes that call this with the same plan and
// options. Then only the report of rank 0 covers the whole box (run/together.hpp).
//
// The errors of sweep::solve, of table::TableWriter and of self_check; Errc::memory if the table
// would exceed the plan's limit. Finished parts of the table are kept, and the message says how to
// resume; a new table without any is removed. So is one with a value that does not follow from the
// rules (Errc::wrong). Throws std::bad_alloc where the system refuses memory.
Result<Report> run(const plan::Plan& plan, parallel::Executor& executor, const Options& options);

}  // namespace grundy::solve
