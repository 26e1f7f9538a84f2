// methods/window/solve.hpp: nimbers of heaps whose options are neighbours; start reading here.
//
// Let any heap from l(n) to h(n) be left of heap n, as where at most half of it may be taken. The
// next heap has nearly the same options. So for each rule it is counted how often each nimber
// occurs among its options: a few come and a few go, and the nimber is the least that no rule
// counts. O(log heaps) time for each that comes or goes, however many options there are.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/window/window_game.hpp"
#include "tiles/watch.hpp"

namespace grundy::window {

// All positions of the closure, row by row. Errc::memory, Errc::interrupted.
Result<memory::Cells> solve(const WindowGame& game, const Box& closure,
                            parallel::Executor& executor, const tiles::Watch& watch);

// Bytes that this takes on so many threads.
std::uint64_t memory_bytes(const WindowGame& game, const Box& closure, std::size_t threads);

}  // namespace grundy::window
