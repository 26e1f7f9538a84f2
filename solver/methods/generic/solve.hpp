// methods/generic/solve.hpp: a closure solved by the generic kernel, each part
// (methods/generic/parts.hpp) as soon as those are done that it waits for.
#pragma once
#include <cstdint>

#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/generic/task.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::generic {

// The values of the closure. With a transport its ranks share out the parts, as tiles::solve_tiles
// says, and each gets all values. Errors: those of solve_tiles, Errc::memory.
Result<memory::Cells> solve(const Task& task, const family::Scope& scope,
                            parallel::Executor& executor, const tiles::Watch& watch,
                            cluster::Transport* transport = nullptr);

// What so many ranks send.
cluster::Traffic traffic(const Task& task, const family::Scope& scope, std::size_t ranks);

}  // namespace grundy::generic
