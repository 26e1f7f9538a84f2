// run/stream.hpp: heaps without end in constant memory (methods/heap_stream.hpp), with a
// state on disk to go on from, and a check of the first ones by the definition.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/heap_stream.hpp"
#include "rules/rules.hpp"

namespace grundy::solve {

// The file of the state. It stays when all heaps are solved, so that more can follow.
struct StreamState {
  std::filesystem::path file;
  bool force = false;   // replace a file that is there
  bool resume = false;  // go on from it, if it is there
  double save_seconds = 10;
};

struct StreamOptions {
  std::uint64_t memory_bytes = default_memory_bytes;  // for solving; the program takes some, too
  std::optional<StreamState> state;                   // none: nothing is saved
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* solved = nullptr;         // heaps so far
  std::atomic<std::uint64_t>* solved_before = nullptr;  // of those, how many an earlier run had

  // With the program and its libraries less than 100 MB.
  static constexpr std::uint64_t default_memory_bytes = std::uint64_t{68} << 20;
};

struct StreamReport {
  heaps::Streamed streamed;
  std::uint64_t checked = 0;  // heaps derived from the rules
  std::uint64_t resumed = 0;  // heaps that an earlier run had solved
  double seconds = 0;         // of this run
};

// Nimbers of heaps 0 .. count - 1. Errc::usage for a state of another game; Errc::wrong for a value
// that does not follow from the rules; the errors of heaps::stream_spec(), of heaps::stream() and
// of Checkpoint.
Result<StreamReport> stream(const rules::Rules& rules, std::uint64_t count,
                            parallel::Executor& executor, const StreamOptions& options);

}  // namespace grundy::solve
