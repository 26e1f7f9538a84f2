// cli/heap.hpp: the heap of the program. What it refuses is told with its size.
#pragma once

namespace grundy::cli {

// Links operator new as heap.cpp has it, which throws OutOfMemory.
void use_heap_that_tells_sizes() noexcept;

}  // namespace grundy::cli
