// bench/filters.cpp: one heap, from which a move takes a number that passes a condition.
#include "direct/filters.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work divisors_1e5{100'000, 100'000, 1, "14805ec53745495e03fc14db465a0c70"};
constexpr Work divisor_outcomes_1e5{100'000, 100'000, 1, "1f5137a4f31aade31b29c58206ffe994"};
constexpr Work roots_1e5{100'000, 100'000, 624, "039fbebc7af1544c022fb4dd8b426845"};
constexpr Work root_outcomes_1e5{100'000, 100'000, 624, "16a60acc6acd67871c4c01f2528bd3a5"};
constexpr Work strides_1e4{10'000, 10'000, 3'335, "08c6e7c809450e8406556f2bb4d3adbe"};
constexpr Work halves_3e4{30'000, 30'000, 15, "1fb66a5f96efaeaa1c60c00c90c1cdc7"};
constexpr Work gaps_1e4{10'000, 10'000, 2, "1bdfd04687f31cd216e04d886ca4e20e"};

constexpr std::string_view divisors =
    "game g(n)\n  (n) -> (n - k)  for k in 1 .. n  when n mod k = 0\n";
constexpr std::string_view roots =
    "game g(n)\n  (n) -> (n - k)  for k in 1 .. n  when k * k <= n\n";
constexpr std::string_view strides =
    "game g(n)\n  (n) -> (n - k)  for k in 1 .. n  when (n + k) mod 3 = 1\n";
constexpr std::string_view halves = "game g(n)\n  (n) -> (n - k)  for k in 1 .. floor(n / 2)\n";
constexpr std::string_view gaps =
    "game g(n)\n  (n) -> (n - k)  for k in 1 .. n  when k != 2 and 2 * k != n\n";

void filter_nimbers_direct(benchmark::State& state, const Work& work,
                           void (*solve)(std::span<std::uint16_t>)) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

void filter_outcomes_direct(benchmark::State& state, const Work& work,
                            void (*solve)(std::span<std::uint8_t>)) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes, {outcomes.size()}));
}

// Heaps of 0 .. size - 1.
void filter_nimbers_grundy(benchmark::State& state, const Work& work, std::string_view game) {
  solve_by_grundy(state, work, {game, Quantity::nimber, {work.size - 1}});
}

void filter_outcomes_grundy(benchmark::State& state, const Work& work, std::string_view game) {
  solve_by_grundy(state, work, {game, Quantity::outcome, {work.size - 1}});
}

BENCHMARK_CAPTURE(filter_nimbers_direct, divisors, divisors_1e5, direct::divisor_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_grundy, divisors, divisors_1e5, divisors)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_outcomes_direct, divisors, divisor_outcomes_1e5, direct::divisor_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_outcomes_grundy, divisors, divisor_outcomes_1e5, divisors)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_direct, roots, roots_1e5, direct::root_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_grundy, roots, roots_1e5, roots)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_outcomes_direct, roots, root_outcomes_1e5, direct::root_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_outcomes_grundy, roots, root_outcomes_1e5, roots)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_direct, strides, strides_1e4, direct::stride_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_grundy, strides, strides_1e4, strides)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_direct, halves, halves_3e4, direct::half_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_grundy, halves, halves_3e4, halves)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_direct, gaps, gaps_1e4, direct::gap_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(filter_nimbers_grundy, gaps, gaps_1e4, gaps)->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
