// bench/harness.cpp: does Google Benchmark measure what a clock measures?
//
// Debian builds the library without NDEBUG, so it calls itself a debug build. Here work of known
// length is timed by our own clock as well. `ours/theirs` divides the two and must be 1; the time
// of no work at all is what the library adds to each iteration. docs/measuring.md tells the rest.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>

namespace grundy::bench {
namespace {

// Multiplications each of which waits for the one before: as slow as they look.
void harness(benchmark::State& state) {
  std::uint64_t word = 1;
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    benchmark::DoNotOptimize(word);
    for (std::int64_t i = 0; i < state.range(0); ++i)
      benchmark::DoNotOptimize(word *= 0x9e3779b97f4a7c15);
  }
  const std::chrono::duration<double> ours = std::chrono::steady_clock::now() - start;
  state.counters["ours/theirs"] = {ours.count(), benchmark::Counter::kIsRate};
}

BENCHMARK(harness)->Arg(0)->Arg(10)->Arg(1000)->Arg(1'000'000)->UseRealTime();

}  // namespace
}  // namespace grundy::bench
