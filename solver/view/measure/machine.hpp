// view/measure/machine.hpp: on what something was measured.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "base/executor.hpp"

namespace grundy::measure {

struct Machine {
  std::string processor;  // its name; empty where Linux does not tell it
  std::size_t cores;      // that this process may use
  std::uint64_t memory;   // bytes that it could take now
  std::string compiler;   // "g++ 12.2.0"
  std::string isa;        // SIMD target of the kernels
};

Machine this_machine();

// Bytes read and written each second by copying 256 MiB on all threads of the executor: the best of
// some turns, as STREAM (McCalpin, 1995) tells its Copy. Errc::memory.
Result<double> copied_bytes_per_second(parallel::Executor& executor);

}  // namespace grundy::measure
