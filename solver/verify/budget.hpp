// verify/budget.hpp: what the memory that is allowed goes to.
//
// Pages of mapped files do not count: the system takes them back when it needs them. What the
// process holds already, and a reserve for each thread, go off first.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/error.hpp"

namespace grundy::verify {

struct Budget {
  std::size_t cache = 0;       // decoded chunks of each array, in bytes
  std::uint64_t contents = 0;  // blocks of values, of all threads together
  std::uint64_t copy = 0;      // all values, for the definition
  std::uint64_t samples = 0;   // positions

  // Of `memory` bytes; Errc::memory if that is too little to begin with.
  static Result<Budget> of(std::uint64_t memory, std::size_t threads);
};

// Errc::memory that says what needs `bytes` bytes, of which only `allowed` are left.
Error too_little_memory(const char* what, std::uint64_t bytes, std::uint64_t allowed);

}  // namespace grundy::verify
