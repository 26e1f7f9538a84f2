// bench/heaps.cpp: one heap, from which a move takes a member of a set.
#include "direct/heaps.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work subtraction_1e6{1'000'000, 1'000'000, 285'715, "10384b58ad68619d167a9259e5dbd6e4"};
constexpr Work subtraction_1e8{100'000'000, 100'000'000, 28'571'429,
                               "02a8ccf5608219880e46b56051e47776"};
constexpr Work fibonacci_1e6{1'000'000, 1'000'000, 165'110, "06da505f0ea0e9911e065c07809ded9b"};
constexpr Work fibonacci_1e8{100'000'000, 100'000'000, 16'851'201,
                             "0ef5ac75c22472bc13b28b093ce3669b"};

void solve_directly(benchmark::State& state, const Work& work,
                    std::span<const std::uint32_t> steps) {
  std::vector<std::uint8_t> nimbers(work.positions);
  for (auto _ : state) {
    direct::subtraction_nimbers(steps, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

void subtraction_direct(benchmark::State& state, const Work& work) {
  solve_directly(state, work, std::vector<std::uint32_t>{1, 3, 4});
}

void fibonacci_direct(benchmark::State& state, const Work& work) {
  solve_directly(state, work, direct::fibonacci_numbers(work.size));
}

// Heaps of 0 .. size - 1.
void subtraction_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, {"subtraction", Quantity::nimber, {work.size - 1}});
}

Asked fibonacci(const Work& work) {
  return {"fibonacci_heaps", Quantity::nimber, {work.size - 1}};
}

void fibonacci_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, fibonacci(work));
}

void fibonacci_two_threads(benchmark::State& state, const Work& work) {
  compare_two_threads(state, work, fibonacci(work));
}

BENCHMARK_CAPTURE(subtraction_direct, 1e6, subtraction_1e6)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(subtraction_direct, 1e8, subtraction_1e8)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(fibonacci_direct, 1e6, fibonacci_1e6)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(fibonacci_direct, 1e8, fibonacci_1e8)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(subtraction_grundy, 1e6, subtraction_1e6)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(fibonacci_grundy, 1e6, fibonacci_1e6)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(subtraction_grundy, 1e8, subtraction_1e8)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(fibonacci_grundy, 1e8, fibonacci_1e8)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(fibonacci_two_threads, 1e8, fibonacci_1e8)->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
