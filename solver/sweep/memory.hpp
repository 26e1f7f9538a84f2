// sweep/memory.hpp: how much memory solving a plan takes, known before it begins.
#pragma once
#include <cstdint>

#include "core/error.hpp"
#include "plan/plan.hpp"

namespace grundy::sweep {

// Peak bytes of solve(plan, ..): the values and what the kernel works with, without what the
// process holds already. 2^56 or more for what no machine holds. Of kernel `search` only the
// values: what it remembers grows as far as the limit allows.
std::uint64_t solving_bytes(const plan::Plan& plan);

// What the solution goes on holding, or somewhat more.
std::uint64_t kept_bytes(const plan::Plan& plan);

// Errc::memory, with the bytes needed, if that and plan.program_bytes exceed plan.memory_limit.
Status check_memory(const plan::Plan& plan);
// The same for another number of bytes than solving_bytes.
Status check_memory(const plan::Plan& plan, std::uint64_t bytes);

}  // namespace grundy::sweep
