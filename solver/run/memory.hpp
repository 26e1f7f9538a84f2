// run/memory.hpp: how much memory a table takes besides its values, known before it begins.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "plan/plan.hpp"
#include "table/info.hpp"

namespace grundy::solve {

// Peak bytes of run(plan, ..) with a table, without what the process holds already: the values, and
// shards that are packed and wait for the disk. How far they compress is a guess, good to some 10 %
// for nimbers of rays; states saved to resume from are not counted.
std::uint64_t bytes_with_table(const plan::Plan& plan, table::Store store);

// What people are told that solving takes, alone and with a table, the program included: enough
// when given back as the limit of another run. Programs that start anew differ by some pages, and
// amounts are written with three digits.
std::uint64_t foretold_bytes(const plan::Plan& plan);
std::uint64_t foretold_bytes_with_table(const plan::Plan& plan, table::Store store);

// Errc::memory, as plan::check_memory.
Status check_memory(const plan::Plan& plan, table::Store store);

}  // namespace grundy::solve
