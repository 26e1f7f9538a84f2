// methods/heap/step_solve.hpp: all heaps of a step set, from the smallest on.
//
// Single steps go by blocks of heaps. Steps of at least two blocks reach only into blocks that
// are solved before the previous block is begun. So all cores mark them while one core finishes
// that block with the shorter steps. Values are stored in bytes. Masks grow when a heap needs it:
// from 8 to 64 bits by SIMD, and beyond that one option at a time. They shrink after a block that
// needed less. Where there is a longest step, a period is searched for from time to time, and the
// rest is a copy. The period is reported if that step is in the box.
// Long progressions, without an end or with one that few heaps have options beyond, are solved heap
// by heap, O(1) each (kernels/step/endless.hpp).
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/heap/steps.hpp"
#include "tiles/watch.hpp"

namespace grundy::step {

// Solves the closure, which has one coordinate. `quantity` is nimber (normal play) or outcome.
// Errors: see methods/family.hpp.
Result<family::Solved<memory::Cells>> solve(const Steps& steps, const Box& closure,
                                            Quantity quantity, Convention convention,
                                            parallel::Executor& executor,
                                            const tiles::Watch& watch = {});

// Bytes of a cell, and an upper bound of the bytes that solving takes: cells, steps, masks and sets
// of values.
unsigned cell_bytes(const Steps& steps, const Box& closure, Quantity quantity);
std::uint64_t memory_bytes(const Steps& steps, const Box& closure, Quantity quantity);

}  // namespace grundy::step
