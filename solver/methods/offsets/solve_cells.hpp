// methods/offsets/solve_cells.hpp: nimbers and remoteness by rows of cells
// (methods/offsets/cell_rows.hpp, kernels/offset/cell_rows.hpp), tile by tile as in
// methods/offsets/solve.hpp.
#pragma once
#include <cstdint>

#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/offsets/cell_rows.hpp"
#include "tiles/watch.hpp"

namespace grundy::offset {

// The values of cells.box. Errors: see methods/family.hpp.
Result<memory::Cells> solve(const CellRows& cells, Convention convention,
                            parallel::Executor& executor, const tiles::Watch& watch = {});

// Most bytes that solve() holds at a time.
std::uint64_t memory_bytes(const CellRows& cells, std::size_t threads);
// Bytes of the values alone.
std::uint64_t value_bytes(const CellRows& cells);

}  // namespace grundy::offset
