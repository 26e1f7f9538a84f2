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

// The part of this rank, whose sets may take so many bytes (plan_relay). It keeps the values of the
// tiles that it owns (methods/rays/owners.hpp), in a file if task.passes names a folder, and asks
// other ranks for the others when they are looked at. So all are to keep theirs until none looks
// any more; then each is to call get_others_from(nullptr), while there is a transport. All ranks
// are to call it with the same task. Errors are those of any rank; Errc::corrupt for a message that
// does not fit.
Result<SortedCells> solve_as_rank(const CellTask& task, std::uint64_t set_bytes,
                                  cluster::Transport& transport, parallel::Executor& executor,
                                  const tiles::Watch& watch);

// All parts in this process, each with an equal part of the executor's threads. Returns what rank 0
// keeps: all, without task.owner_blocks.
Result<SortedCells> solve_on_local_ranks(const CellTask& task, std::uint64_t set_bytes,
                                         std::size_t ranks, const parallel::Executor& executor,
                                         const tiles::Watch& watch,
                                         cluster::Traffic* traffic = nullptr);

}  // namespace grundy::ray
