// run/write_table.hpp: a table of what was solved before and kept in memory.
//
// solve::run with an output writes while it solves, which is sooner done.
#pragma once
#include "base/error.hpp"
#include "base/executor.hpp"
#include "run/solved_values.hpp"

namespace grundy::solve {

// Errors: those of table::TableWriter. On an error no unfinished table is left behind.
Status write_table(const SolvedValues& solved, const Output& output, parallel::Executor& executor);

}  // namespace grundy::solve
