// bench/relations.cpp: linear rules that have no form of their own, each in several ways: Grundy
// beside loops that keep what matters of each line.
#include "direct/relations.hpp"

#include <string>
#include <vector>

#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work halves{2000, 4'004'001, 5'821, "1280814c4b389327035a75aa0116b2be"};
constexpr Work cone{2000, 4'004'001, 1'316, "0f1bcb3a953aa89d1710114888dcab67"};
constexpr Work transfer{2000, 4'004'001, 2'001, "1adca369c8ff2696010740746faca62a"};
constexpr Work fifty{2000, 4'004'001, 1'990, "01dbc74f6e62c5a5188dc8a05960d611"};

constexpr Work wythoff_outcomes{2000, 4'004'001, 1'529, "1663b36d74a21899109cb4a6dfa19d5e"};
constexpr Work band_outcomes{2000, 4'004'001, 931, "14f1621a903894fc14afc37fe335b42d"};
constexpr Work wythoff_nimbers{2000, 4'004'001, 1'529, "1236198fd1690c240b9a2453704e75e2"};

constexpr std::string_view wythoff_by_one_rule =
    "game wythoff(a, b)\n"
    "  (a, b) -> (a - i, b - j) for i in 0 .. a, j in 0 .. b\n"
    "      when (i = j or i = 0 or j = 0) and i + j >= 1\n";
constexpr std::string_view wythoff_by_targets =
    "game wythoff(a, b)\n"
    "  (a, b) -> (i, b) for i in 0 .. a - 1\n"
    "  (a, b) -> (a, i) for i in 0 .. b - 1\n"
    "  (a, b) -> (a - k, b - k) for k in 1 .. min(a, b)\n";
constexpr std::string_view band_by_ranges =
    "game band(a, b)\n"
    "  (a, b) -> (a - k, b) for k >= 1\n"
    "  (a, b) -> (a, b - k) for k >= 1\n"
    "  (a, b) -> (a - j, b - k) for j >= 1, k in max(1, j - 2) .. j + 2\n";
constexpr std::string_view halves_of_each =
    "game halves(a, b)\n"
    "  (a, b) -> (a - k, b) for k in 1 .. floor(a / 2)\n"
    "  (a, b) -> (a, b - k) for k in 1 .. floor(b / 2)\n"
    "  (a, b) -> (a - k, b - k) for k in 1 .. floor(min(a, b) / 2)\n";
constexpr std::string_view halves_by_conditions =
    "game halves(a, b)\n"
    "  (a, b) -> (a - j, b - k) for j in 0 .. a, k in 0 .. b\n"
    "      when j + k >= 1 and (j = 0 or k = 0 or j = k) and 2 * j <= a and 2 * k <= b\n";
constexpr std::string_view cone_by_range =
    "game cone(a, b)\n"
    "  (a, b) -> (a - k, b) for k >= 1\n"
    "  (a, b) -> (a, b - k) for k >= 1\n"
    "  (a, b) -> (a - j, b - k) for j >= 1, k in j .. 2 * j\n";
constexpr std::string_view cone_by_targets =
    "game cone(a, b)\n"
    "  (a, b) -> (i, b) for i in 0 .. a - 1\n"
    "  (a, b) -> (a, i) for i in 0 .. b - 1\n"
    "  (a, b) -> (i, j) for i in 0 .. a - 1, j in 0 .. b when a - i <= b - j <= 2 * (a - i)\n";
constexpr std::string_view transfer_by_numbers =
    "game transfer(a, b)\n"
    "  (a, b) -> (a - k, b) for k >= 1\n"
    "  (a, b) -> (a, b - k) for k >= 1\n"
    "  (a, b) -> (a - k, b + k - 1) for k >= 1\n";
constexpr std::string_view transfer_by_targets =
    "game transfer(a, b)\n"
    "  (a, b) -> (i, b) for i in 0 .. a - 1\n"
    "  (a, b) -> (a, i) for i in 0 .. b - 1\n"
    "  (a, b) -> (i, a + b - i - 1) for i in 0 .. a - 1\n";
constexpr std::string_view fifty_of_both =
    "game fifty(a, b)\n"
    "  (a, b) -> (a - k, b) for k >= 1\n"
    "  (a, b) -> (a, b - k) for k >= 1\n"
    "  (a, b) -> (a - i, b - j) for i in 0 .. a, j in 0 .. b when i + j >= 1 and i + j <= 50\n";
constexpr std::string_view fifty_by_targets =
    "game fifty(a, b)\n"
    "  (a, b) -> (i, b) for i in 0 .. a - 1\n"
    "  (a, b) -> (a, i) for i in 0 .. b - 1\n"
    "  (a, b) -> (i, j) for i in 0 .. a - 1, j in 0 .. b - 1 when a + b - i - j <= 50\n";

void direct_wythoff(std::size_t largest, std::span<std::uint8_t> outcomes) {
  direct::wythoff_outcomes(1, largest, outcomes);
}
void direct_band(std::size_t largest, std::span<std::uint8_t> outcomes) {
  direct::wythoff_outcomes(3, largest, outcomes);
}

void relation_direct(benchmark::State& state, const Work& work,
                     void (*solve)(std::size_t, std::span<std::uint8_t>)) {
  const std::size_t side = work.size + std::size_t{1};
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(work.size, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes, {side, side}));
}

void relation_grundy(benchmark::State& state, const Work& work, std::string_view rules) {
  solve_by_grundy(state, work, {rules, Quantity::outcome, {work.size, work.size}});
}

void nimbers_grundy(benchmark::State& state, std::string_view rules) {
  solve_by_grundy(state, wythoff_nimbers, {rules, Quantity::nimber, {2000, 2000}});
}

BENCHMARK_CAPTURE(relation_direct, wythoff, wythoff_outcomes, direct_wythoff)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, wythoff, wythoff_outcomes, wythoff_by_one_rule)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, wythoff_by_targets, wythoff_outcomes, wythoff_by_targets)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(nimbers_grundy, as_rays, "wythoff")
    ->Name("relation_grundy/wythoff_nimbers_as_rays")
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(nimbers_grundy, by_one_rule, wythoff_by_one_rule)
    ->Name("relation_grundy/wythoff_nimbers")
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(nimbers_grundy, by_targets, wythoff_by_targets)
    ->Name("relation_grundy/wythoff_nimbers_by_targets")
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_direct, band, band_outcomes, direct_band)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, band, band_outcomes, band_by_ranges)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_direct, halves, halves, direct::halves_outcomes)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, halves, halves, halves_of_each)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, halves_by_conditions, halves, halves_by_conditions)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_direct, cone, cone, direct::cone_outcomes)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, cone, cone, cone_by_range)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, cone_by_targets, cone, cone_by_targets)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_direct, transfer, transfer, direct::transfer_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, transfer, transfer, transfer_by_numbers)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, transfer_by_targets, transfer, transfer_by_targets)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_direct, fifty, fifty, direct::fifty_outcomes)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, fifty, fifty, fifty_of_both)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(relation_grundy, fifty_by_targets, fifty, fifty_by_targets)
    ->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
