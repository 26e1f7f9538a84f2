#include "graph/work.hpp"

#include "base/machine.hpp"

namespace grundy::graph {
namespace {

// Stacks of threads, small blocks of the heap, and what the system has not yet counted.
std::uint64_t bytes_besides(const Work& work) {
  return (std::uint64_t{1} << 20) + work.executor.threads() * (std::uint64_t{1} << 17);
}

}  // namespace

Status check_memory(std::uint64_t more, const Work& work, const std::string& what) {
  const std::uint64_t bytes = memory::resident_memory() + more + bytes_besides(work);
  if (bytes <= work.memory_limit) return {};
  return Error{Errc::memory,
               fmt::format("{} needs {}, but {} may be used; allow more with option `memory`", what,
                           memory::format_bytes(memory::rounded_up(bytes)),
                           memory::format_bytes(work.memory_limit))};
}

Status check_memory_to_solve(std::uint64_t more, std::uint64_t vertices, const Work& work) {
  return check_memory(more, work, fmt::format("solving {} vertices", vertices));
}

}  // namespace grundy::graph
