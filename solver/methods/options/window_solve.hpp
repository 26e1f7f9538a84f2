// methods/options/window_solve.hpp: nimbers of heaps whose options are neighbours.
//
// Let any heap from l(n) to h(n) be left of heap n, as where at most half of it may be taken. The
// next heap has nearly the same options. So for each rule a count of every nimber among its options
// is kept. Few options enter or leave from one heap to the next, and the nimber is the least that
// no rule counts. O(log heaps) time for each option that enters or leaves.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/options/window.hpp"
#include "tiles/watch.hpp"

namespace grundy::window {

// Solves all positions of the closure, row by row. Errors: see methods/family.hpp.
Result<memory::Cells> solve(const WindowGame& game, const Box& closure,
                            parallel::Executor& executor, const tiles::Watch& watch);

// Bytes that solve() takes on that many threads.
std::uint64_t memory_bytes(const WindowGame& game, const Box& closure, std::size_t threads);

}  // namespace grundy::window
