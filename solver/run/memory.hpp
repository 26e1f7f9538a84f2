// run/memory.hpp: how much memory solving with a table takes, estimated before it begins.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "plan/plan.hpp"
#include "table/info.hpp"

namespace grundy::solve {

// Peak bytes of run(plan, ..) with a table, without what the process holds already: the values, and
// shards that are packed and wait for the disk. How far they compress is an estimate, good to about
// 10 % for nimbers of rays. Saved states are not counted.
std::uint64_t bytes_with_table(const plan::Plan& plan, table::Store store);

// The memory that is reported for solving, alone and with a table, including the program. It
// suffices as the limit of another run: it allows for the few pages by which runs differ, and for
// amounts being printed with three digits.
std::uint64_t estimated_bytes(const plan::Plan& plan);
std::uint64_t estimated_bytes_with_table(const plan::Plan& plan, table::Store store);

// Errc::memory if solving or writing the table exceeds plan.memory_limit, with the bytes needed.
Status check_memory(const plan::Plan& plan, table::Store store);

}  // namespace grundy::solve
