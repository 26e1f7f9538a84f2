// verify/task.hpp: what the three passes share: the table, threads and progress (Task), and memory
// (Budget).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "table/check.hpp"
#include "table/reader.hpp"

namespace grundy::verify {

struct Task {
  const std::filesystem::path& path;
  const table::Table& table;
  parallel::Executor& executor;
  table::Findings& findings;
  const std::atomic<bool>* stop;        // may be null
  std::atomic<std::uint64_t>* counter;  // positions done, of the pass; may be null

  bool stopped() const noexcept { return stop != nullptr && *stop; }
  void count(std::uint64_t positions) const noexcept {
    if (counter != nullptr) *counter += positions;
  }
};

// Runs body(index, worker) for 0 .. count - 1, in parallel, until the task is stopped or a call
// fails. Returns the first failure, or Errc::interrupted.
template <class Body>
Status for_each(const Task& task, std::size_t count, const Body& body) {
  parallel::FirstFailure failure;
  task.executor.for_each(count, [&](std::size_t index, std::size_t worker) {
    if (!failure.failed() && !task.stopped()) failure.keep(body(index, worker));
  });
  if (failure.failed()) return failure.status();
  if (task.stopped()) return Error{Errc::interrupted, "interrupted before the end"};
  return {};
}

// How the memory that the process may use is divided. Pages of mapped files do not count: the
// system takes them back when it needs them. What the process holds already, and a reserve for each
// thread, are subtracted first.

struct Budget {
  std::size_t cache = 0;       // decoded chunks of each array, in bytes
  std::uint64_t contents = 0;  // blocks of values, of all threads together
  std::uint64_t copy = 0;      // all values, for the definition
  std::uint64_t samples = 0;   // positions

  // Divides `memory` bytes; Errc::memory if that is too little to begin with.
  static Result<Budget> of(std::uint64_t memory, std::size_t threads);
};

// Errc::memory: `what` needs `bytes` bytes, but only `allowed` are left.
Error too_little_memory(const char* what, std::uint64_t bytes, std::uint64_t allowed);

}  // namespace grundy::verify
