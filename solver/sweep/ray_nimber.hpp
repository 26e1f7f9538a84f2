// sweep/ray_nimber.hpp: the nimbers of rules that are rays, tile by tile.
//
// Start reading at plan/ray_nimbers.hpp. Tiles of a wave share no line, so the executor may
// run them at once, and the values depend neither on it nor on the tiles.
#pragma once
#include <variant>

#include "core/error.hpp"
#include "parallel/executor.hpp"
#include "plan/ray_nimbers.hpp"
#include "sweep/cells.hpp"
#include "sweep/sorted_cells.hpp"
#include "sweep/sweep.hpp"

namespace grundy::sweep {

// Cells by rank in the closure if no coordinates may be exchanged (task.groups).
using RayNimberCells = std::variant<Cells, SortedCells>;

// Bytes that solve_ray_nimbers comes to hold: the cells, and of plan::memory_of(task).sets what is
// touched. Where that is a part worth knowing, it is foretold: the largest value grows about as the
// proved bound on it does, so a small box, solved here in some milliseconds, tells how far below
// the bound it stays. Never more than plan::memory_of(task).total().
std::uint64_t ray_nimber_bytes(const plan::RayNimbers& task);

// The nimbers of task.closure. Errors are Errc::memory and Errc::interrupted. hooks.solved
// counts positions of the closure, images too; hooks.after_wave is not called.
Result<RayNimberCells> solve_ray_nimbers(const plan::RayNimbers& task, parallel::Executor& executor,
                                         const Hooks& hooks = {});

}  // namespace grundy::sweep
