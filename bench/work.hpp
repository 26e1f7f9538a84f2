// bench/work.hpp: the works that are timed, and their answers.
//
// A work is the table of one game over one box. Both the direct code and Grundy have to
// arrive at the answer recorded here before a rate is reported. bench/README.md says where the
// answers come from.
#pragma once
#include <benchmark/benchmark.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::bench {

struct Answer {
  std::uint64_t p_positions = 0;
  std::string digest;  // Digest::hex() over the requested box

  friend bool operator==(const Answer&, const Answer&) = default;
};

struct Work {
  std::uint32_t size;       // the box: largest coordinate, or number of heaps
  std::uint64_t positions;  // that must be solved for it
  std::uint64_t p_positions;
  std::string_view digest;
};

// The sides of a table.
using Sides = std::vector<std::size_t>;

// The answers that tables in C order hold. Outcomes: 0 = P, 1 = N. Tuples that are no positions
// hold no_position().
Answer answer_of_outcomes(std::span<const std::uint8_t> outcomes, const Sides& sides);
Answer answer_of_nimbers(std::span<const std::uint8_t> nimbers, const Sides& sides);
Answer answer_of_nimbers(std::span<const std::uint16_t> nimbers, const Sides& sides);
// Under normal play and without endings, where P-positions are those of even remoteness.
Answer answer_of_remoteness(std::span<const std::uint16_t> remoteness, const Sides& sides);

// Compares the answer with the work's. Equal: reports positions per second. Different: the
// benchmark fails and says what it found.
void report(benchmark::State& state, const Work& work, const Answer& answer);

// The benchmark fails for want of what the error says.
void skip(benchmark::State& state, const Error& error);

// How every work is timed: by the wall clock, whatever the number of threads.
inline void in_milliseconds(benchmark::internal::Benchmark* work) {
  work->UseRealTime()->Unit(benchmark::kMillisecond);
}

}  // namespace grundy::bench
