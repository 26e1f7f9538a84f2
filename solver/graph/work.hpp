// graph/work.hpp: by what, and under which limits, a graph is worked on.
#pragma once
#include <atomic>
#include <cstdint>
#include <limits>

#include "base/error.hpp"
#include "base/executor.hpp"

namespace grundy::graph {

struct Work {
  parallel::Executor& executor;
  std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();  // bytes
  const std::atomic<bool>* stop = nullptr;  // when it becomes true: Errc::interrupted
  // Counts what is being done: bytes read (of the file, as compressed as it is), twice every edge
  // while the graph is built, vertices solved or written. May be null.
  std::atomic<std::uint64_t>* done = nullptr;

  void add_done(std::uint64_t count) const noexcept {
    if (done) done->fetch_add(count, std::memory_order_relaxed);
  }
  bool stopped() const noexcept { return stop && stop->load(std::memory_order_relaxed); }
};

inline Error interrupted() {
  return {Errc::interrupted, "interrupted"};
}

}  // namespace grundy::graph
