// cli/heap.hpp: the heap of the program. An error names the size that it refused.
#pragma once

namespace grundy::cli {

// Links operator new as heap.cpp has it, which throws OutOfMemory.
void use_heap_that_tells_sizes() noexcept;

}  // namespace grundy::cli
