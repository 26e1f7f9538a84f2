// methods/rays/relay.hpp: nimbers of rays solved by several ranks, stage by stage
// (methods/rays/stages.hpp).
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// Solves as one rank, whose sets may take `set_bytes` (plan_relay). All ranks must call it with the
// same task. The result holds the values of the tiles that this rank owns (class Owners), in a file
// if task.passes names a folder. It asks other ranks for other values when they are read. So all
// ranks must keep their results until none reads any more. Then each must call
// get_others_from(nullptr), before its transport ends. Errors: see methods/family.hpp. Those of any
// rank reach all ranks. Errc::corrupt for a message that does not fit, Errc::unsupported for values
// that ranks cannot hold.
Result<SortedCells> solve_as_rank(const CellTask& task, std::uint64_t set_bytes,
                                  cluster::Transport& transport, parallel::Executor& executor,
                                  const tiles::Watch& watch);

// Solves as all ranks in this process, each with an equal share of the executor's threads. Returns
// what rank 0 keeps, which is everything without task.owner_blocks.
Result<SortedCells> solve_on_local_ranks(const CellTask& task, std::uint64_t set_bytes,
                                         std::size_t ranks, const parallel::Executor& executor,
                                         const tiles::Watch& watch,
                                         cluster::Traffic* traffic = nullptr);

}  // namespace grundy::ray
