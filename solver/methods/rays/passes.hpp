// methods/rays/passes.hpp: nimbers of rays in several passes, where the sets of all values do not
// fit.
//
// A pass is a stage of kernels/ray/nimbers.hpp: it has the sets of some slices of values, goes
// through all tiles, and gives values to those of the open positions that find one there. The next
// pass takes up what is left, with the slices that follow and the same memory. Cells are in a file,
// tile by tile. Tiles without open positions are passed over.
#pragma once
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// The task in as few passes as `bytes` of memory for solving allow, if they allow any.
CellTask in_passes_within(const CellTask& task, std::uint64_t bytes,
                          const std::filesystem::path& scratch);

// The task in `count` passes, as far as can be foretold.
CellTask in_passes_by_count(const CellTask& task, std::uint64_t count,
                            const std::filesystem::path& scratch);

// How many passes meet open positions, as far as can be foretold.
std::uint64_t foretold_passes(const CellTask& task);

// The values of task.closure. Requires task.passes. Errors as solve_cells (methods/rays/cells.hpp),
// and Errc::io for the file.
Result<SortedCells> solve_in_passes(const CellTask& task, parallel::Executor& executor,
                                    const tiles::Watch& watch);

}  // namespace grundy::ray
