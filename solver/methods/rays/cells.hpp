// methods/rays/cells.hpp: solves nimbers, remoteness or outcomes of rules that are rays or cones,
// tile by tile (methods/rays/cell_task.hpp).
//
// A tile is solved once those next below it are (tiles/ordered_tiles.hpp). Values depend neither on
// the executor nor on the tiles.
#pragma once
#include <variant>

#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// memory::Cells by rank in the closure if there are no task.groups and no passes.
using RayCells = std::variant<memory::Cells, SortedCells>;

// In how many slices of the sets of nimbers some value is expected, with a fraction for the last.
double estimated_slices(const CellTask& task);

// Bytes that solve_cells comes to hold: the cells, and the part of memory_of(task).lines that is
// touched. That part is estimated where it matters. The largest value grows about as the proved
// bound on it does, so a small box, solved here in some milliseconds, shows how far below the bound
// it stays. Never more than memory_of(task).total().
std::uint64_t solving_bytes(const CellTask& task);

// The values of task.closure, as cells of kernels/generic/generic.hpp. Errors: see
// methods/family.hpp; in passes also those of solve_in_passes. watch.solved counts positions of the
// closure, images too.
Result<RayCells> solve_cells(const CellTask& task, parallel::Executor& executor,
                             const tiles::Watch& watch = {});

}  // namespace grundy::ray
