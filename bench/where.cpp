// bench/where.cpp: games of which only some tuples are positions. Grundy beside loops over these.
#include "direct/where.hpp"

#include <string_view>
#include <vector>

#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work chomp4_outcomes_40{40, 135'750, 2'770, "14bd57011713078d012a36252027e1fa"};
constexpr Work chomp4_nimbers_40{40, 135'750, 2'770, "17d27eccbcc2a9b41ec485c7820d39f3"};
constexpr Work coins_150{150, 3'374'850, 17'658, "13bff9dc81a6f0aa169da8cab0f1a396"};

constexpr std::string_view chomp4 =
    "game chomp4(a in 1.., b, c, d)\n"
    "  where a >= b >= c >= d\n"
    "  (a, b, c, d) -> (i, min(b, i), min(c, i), min(d, i)) for i in 1 .. a - 1\n"
    "  (a, b, c, d) -> (a, i, min(c, i), min(d, i)) for i in 0 .. b - 1\n"
    "  (a, b, c, d) -> (a, b, i, min(d, i)) for i in 0 .. c - 1\n"
    "  (a, b, c, d) -> (a, b, c, i) for i in 0 .. d - 1\n";
constexpr std::string_view coins =
    "game coins(a, b, c)\n"
    "  symmetric (a, b, c)\n"
    "  where distinct (a, b, c)\n"
    "  (a, b, c) -> (a - k, b, c) for k >= 1\n";

void chomp4_outcomes_direct(benchmark::State& state) {
  std::vector<std::uint8_t> outcomes(40 * 41 * 41 * 41);
  for (auto _ : state) {
    direct::chomp4_outcomes(chomp4_outcomes_40.size, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, chomp4_outcomes_40, answer_of_outcomes(outcomes, {40, 41, 41, 41}));
}

void where_direct(benchmark::State& state, const Work& work, const Sides& sides,
                  void (*solve)(std::size_t, std::span<std::uint16_t>)) {
  std::size_t volume = 1;
  for (const std::size_t side : sides) volume *= side;
  std::vector<std::uint16_t> nimbers(volume);
  for (auto _ : state) {
    solve(work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, sides));
}

void where_grundy(benchmark::State& state, const Work& work, std::string_view game,
                  Quantity quantity, std::size_t coordinates) {
  solve_by_grundy(state, work, {game, quantity, std::vector<std::int64_t>(coordinates, work.size)});
}

BENCHMARK(chomp4_outcomes_direct)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(where_grundy, chomp4_outcomes, chomp4_outcomes_40, chomp4, Quantity::outcome, 4)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(where_direct, chomp4_nimbers, chomp4_nimbers_40, {40, 41, 41, 41},
                  direct::chomp4_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(where_grundy, chomp4_nimbers, chomp4_nimbers_40, chomp4, Quantity::nimber, 4)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(where_direct, coins, coins_150, {151, 151, 151}, direct::coins_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(where_grundy, coins, coins_150, coins, Quantity::nimber, 3)
    ->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
