// methods/step/solve.hpp: all heaps of a step set, from the smallest on.
//
// Single steps go by blocks of heaps. Steps of at least two blocks reach only into blocks that
// are solved when the block before is begun, so they are marked on all cores while that block is
// finished; what is shorter is left to the one that finishes. Values stand in bytes and masks
// grow, 8 to 64 bits by SIMD and beyond one option at a time, when a heap needs it; they shrink
// behind a block that did not. Where the steps have a longest one a period is looked for from time
// to time, and the rest is a copy. It is told if that step is in the box.
// Long progressions, without an end or with one that few heaps have options beyond, are solved heap
// after heap, O(1) each (kernels/step/endless.hpp).
#pragma once
#include <cstdint>
#include <optional>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/step/steps.hpp"
#include "tiles/watch.hpp"

namespace grundy::step {

// Solves the closure, whose one coordinate ends at its high end. `quantity` is nimber (normal play)
// or outcome. Errors: Errc::memory, Errc::interrupted.
Result<family::Solved<memory::Cells>> solve(const Steps& steps, const Box& closure,
                                            Quantity quantity, Convention convention,
                                            parallel::Executor& executor,
                                            const tiles::Watch& watch = {});

// Bytes of a cell, and most bytes that solving takes: cells, steps, masks and sets of values.
unsigned cell_bytes(const Steps& steps, const Box& closure, Quantity quantity);
std::uint64_t memory_bytes(const Steps& steps, const Box& closure, Quantity quantity);

}  // namespace grundy::step
