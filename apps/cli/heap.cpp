#include "cli/heap.hpp"

#include <cstdlib>

#include "base/machine.hpp"

namespace grundy::cli {

void use_heap_that_tells_sizes() noexcept {}

}  // namespace grundy::cli

// Sanitizers have their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

void* operator new(std::size_t bytes) {
  if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  throw grundy::OutOfMemory(bytes);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

#endif
