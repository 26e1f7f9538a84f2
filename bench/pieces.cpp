// bench/pieces.cpp: a heap that is left in parts: any number taken, any split, three heaps.
#include "direct/pieces.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work lasker_4e4{40'000, 40'000, 1, "07176952241efaf7062ee99d65db67a1"};
constexpr Work rims_3000{3'000, 3'000, 1, "17dcecc2ea37664d1c1ccf1c51a7e00f"};
constexpr Work rims_3e4{30'000, 30'000, 1, "000f232d647e85580048f76ae01f40a1"};
constexpr Work mock_turtles_2e4{20'000, 20'000, 1, "15f73d1dbb87969d19231bfb26a1bea6"};
constexpr Work three_parts_2000{2'000, 2'000, 4, "0a776d7cd09d45a61e99f192b3b09b3f"};

constexpr std::string_view rims = "game rims(n)\n  (n) -> (i) + (n - k - i)  for k >= 1, i >= 0\n";
constexpr std::string_view mock_turtles =
    "game mock_turtles(n)\n  (n) -> ()  when n >= 1\n  (n) -> (n - k)  for k >= 1\n"
    "  (n) -> (i) + (j)  for i >= 0, j in i + 1 .. n - 1\n";
constexpr std::string_view three_parts = "game three_parts(n)\n  take_and_break 0.8\n";

using Direct = void (*)(std::span<std::uint16_t>);

void parts_direct(benchmark::State& state, const Work& work, Direct solve) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

// Heaps of 0 .. size - 1.
Asked asked(const Work& work, std::string_view game) {
  return {game, Quantity::nimber, {work.size - 1}};
}

void parts_grundy(benchmark::State& state, const Work& work, std::string_view game) {
  solve_by_grundy(state, work, asked(work, game));
}

void parts_two_threads(benchmark::State& state, const Work& work, std::string_view game) {
  compare_two_threads(state, work, asked(work, game));
}

BENCHMARK_CAPTURE(parts_direct, lasker_4e4, lasker_4e4, direct::lasker_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_grundy, lasker_4e4, lasker_4e4, "lasker")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_direct, rims_3000, rims_3000, direct::rims_nimbers)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_grundy, rims_3000, rims_3000, rims)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_direct, rims_3e4, rims_3e4, direct::rims_nimbers)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_grundy, rims_3e4, rims_3e4, rims)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_direct, mock_turtles_2e4, mock_turtles_2e4, direct::mock_turtles_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_grundy, mock_turtles_2e4, mock_turtles_2e4, mock_turtles)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_direct, three_parts_2000, three_parts_2000, direct::three_parts_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_grundy, three_parts_2000, three_parts_2000, three_parts)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(parts_two_threads, three_parts_2000, three_parts_2000, three_parts)
    ->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
