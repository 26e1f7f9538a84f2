// verify/task.hpp: what the three passes share: where they work and whom they tell.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "table/findings.hpp"
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

// Runs body(index, worker) for 0 .. count - 1, in parallel, until it is stopped or one fails.
// Returns the first failure seen.
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

}  // namespace grundy::verify
