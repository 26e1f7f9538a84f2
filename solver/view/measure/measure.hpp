// view/measure/measure.hpp: works timed on some executors and numbers of threads.
//
// All ways of all works take turns, so that what disturbs the machine for a while does not disturb
// one of them alone, and the turns of each lie as far apart as time allows. Every turn solves the
// whole box; its answer is compared with the recorded one before its time counts. Only solving is
// timed, not planning and not the digest.
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
#include "view/measure/usage.hpp"

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

struct Run {
  const Work* work;
  Way way;
  std::string kernel;
  std::uint64_t positions;   // of the box
  std::uint64_t bytes;       // that the solution holds
  std::vector<Usage> turns;  // in the order in which they were taken

  // Of the seconds of the turns.
  double median() const;
  double least() const;
  double greatest() const;
  double positions_per_second() const { return static_cast<double>(positions) / median(); }
  double bytes_per_second() const { return static_cast<double>(bytes) / median(); }
  Usage usage() const;  // of all turns
};

inline constexpr std::size_t least_turns = 5;
inline constexpr std::size_t most_turns = 101;

struct Limits {
  double seconds;  // in all, once every way of every work has had least_turns
  const std::atomic<bool>* stop = nullptr;
};

// Called before each turn.
using Tell = std::function<void(const Run& run, std::size_t turn)>;

// One run for each way of each work, in their order. Errc::wrong for an answer that is not the
// recorded one; Errc::memory, Errc::interrupted, and Errc::usage for an executor that there is not.
Result<std::vector<Run>> measure(const std::vector<const Work*>& works,
                                 const std::vector<Way>& ways, const Limits& limits,
                                 const Tell& tell);

// The speed of several threads over that of the way with the fewest threads of the same executor
// and work; 1 for that way itself.
double speed_up(const std::vector<Run>& runs, const Run& run);

// The same for each thread more.
double efficiency(const std::vector<Run>& runs, const Run& run);

}  // namespace grundy::measure
