// view/measure/measure.hpp: works timed on some executors and numbers of threads.
//
// The ways of a work take turns, so that a machine that is disturbed for a while does not disturb
// one of them alone. Every turn solves the whole box; its answer is compared with the recorded one
// before its time counts. Only solving is timed, not planning and not the digest.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"

namespace grundy::measure {

// A box to be solved, and the answer.
struct Work {
  std::string_view name;
  std::string_view game;           // of the catalogue
  std::vector<std::int64_t> high;  // a single one stands for all coordinates
  Quantity quantity;
  std::uint64_t p_positions;
  std::string_view digest;
};

// How a work is solved.
struct Way {
  std::string executor;
  std::size_t threads;
};

struct Times {
  std::vector<double> seconds;  // of each turn, ascending

  double median() const;
  double least() const { return seconds.front(); }
  double greatest() const { return seconds.back(); }
};

struct Run {
  const Work* work;
  Way way;
  std::string kernel;
  std::uint64_t positions;  // of the box
  std::uint64_t bytes;      // that the solution holds
  Times times;

  double positions_per_second() const { return static_cast<double>(positions) / times.median(); }
  double bytes_per_second() const { return static_cast<double>(bytes) / times.median(); }
};

inline constexpr std::size_t least_turns = 3;
inline constexpr std::size_t most_turns = 101;

struct Limits {
  double seconds;  // for each work, once every way has had least_turns
  const std::atomic<bool>* stop = nullptr;
};

// Called before each turn.
using Tell = std::function<void(const Work& work, const Way& way, std::size_t turn)>;

// One run for each way, in their order. Errc::wrong for an answer that is not the recorded one;
// Errc::memory, Errc::interrupted, and Errc::usage for an executor that there is not.
Result<std::vector<Run>> measure(const Work& work, const std::vector<Way>& ways,
                                 const Limits& limits, const Tell& tell);

// The speed of several threads over that of the way with the fewest threads of the same executor
// and work; 1 for that way itself.
double speed_up(const std::vector<Run>& runs, const Run& run);

// The same for each thread more.
double efficiency(const std::vector<Run>& runs, const Run& run);

// On what something was measured.

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
