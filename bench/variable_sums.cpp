// bench/variable_sums.cpp: heaps that become sums of many positions, by running xors.
#include "direct/variable_sums.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work rising_1e5{100'000, 100'001, 49'280, "08ab51519aca44d50ea2855f804c5eff"};
constexpr Work ruler_2e4{20'000, 20'000, 0, "0e98371bbcb3dff60cdd45462bdc8c1a"};
constexpr Work towers_1e6{1'000'000, 1'000'000, 1, "0fc161d6b4e2f65202877d1a321f1c9e"};

void sums_direct(benchmark::State& state, const Work& work,
                 void (*solve)(std::span<std::uint16_t>)) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

void sums_grundy(benchmark::State& state, const Work& work, std::string_view game) {
  solve_by_grundy(state, work, {game, Quantity::nimber, {work.size}});
}

BENCHMARK_CAPTURE(sums_direct, rising_heaps, rising_1e5, direct::rising_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(sums_grundy, rising_heaps, rising_1e5, "rising_heaps")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(sums_direct, ruler, ruler_2e4, direct::ruler_nimbers)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(sums_direct, ruler_loop, ruler_2e4, direct::ruler_nimbers_by_loops)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(sums_grundy, ruler, ruler_2e4, "ruler")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(sums_direct, towers, towers_1e6, direct::tower_nimbers)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(sums_grundy, towers, towers_1e6, "tower_breakers")->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
