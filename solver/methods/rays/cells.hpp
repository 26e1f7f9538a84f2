// methods/rays/cells.hpp: nimbers, remoteness or outcomes of rules that are rays or cones, tile by
// tile.
//
// Start reading at methods/rays/cell_task.hpp. A tile is solved once those next below it are
// (tiles/ordered_tiles.hpp). Values depend neither on the executor nor on the tiles.
#pragma once
#include <variant>

#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// Cells by rank in the closure if no coordinates may be exchanged (task.groups), but in passes.
using RayCells = std::variant<memory::Cells, SortedCells>;

// Of the sets of nimbers, how many slices some value is expected in: the whole ones, and what is
// reached of the last.
double foretold_slices(const CellTask& task);

// Bytes that solve_cells comes to hold: the cells, and of memory_of(task).lines what is
// touched. Where that is a part worth knowing, it is foretold: the largest value grows about as the
// proved bound on it does, so a small box, solved here in some milliseconds, tells how far below
// the bound it stays. Never more than memory_of(task).total().
std::uint64_t solving_bytes(const CellTask& task);

// The values of task.closure, as cells of kernels/generic/generic.hpp. Errors are Errc::memory and
// Errc::interrupted. watch.solved counts positions of the closure, images too.
Result<RayCells> solve_cells(const CellTask& task, parallel::Executor& executor,
                             const tiles::Watch& watch = {});

}  // namespace grundy::ray
