// bench/cutting.cpp: cut a sheet of paper along a grid line, no side shorter than 2.
#include "direct/cutting.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

// Sides 2..size, so (size - 1)^2 sheets.
constexpr Work cutting_200{200, 39'601, 1'089, "01a989d62b9d7c0904fe7b3d52c27a06"};
constexpr Work cutting_2001{2001, 4'000'000, 88'804, "088bc2dbb4bca1690bf973d51bccef6e"};

void cutting_direct(benchmark::State& state, const Work& work) {
  std::vector<std::uint8_t> nimbers(work.positions);
  for (auto _ : state) {
    direct::cutting_nimbers(work.size, work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, Sides(2, work.size - 1)));
}

Asked asked(const Work& work) {
  return {"cutting", Quantity::nimber, {work.size, work.size}};
}

void cutting_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, asked(work));
}

void cutting_two_threads(benchmark::State& state, const Work& work) {
  compare_two_threads(state, work, asked(work));
}

BENCHMARK_CAPTURE(cutting_direct, 200, cutting_200)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cutting_direct, 2001, cutting_2001)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cutting_grundy, 200, cutting_200)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cutting_grundy, 2001, cutting_2001)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cutting_two_threads, 2001, cutting_2001)->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
