// bench/ray_lines.cpp: games of rays whose hand-written loops keep for each line what matters of
// it: rays in longer steps or side by side, and remoteness.
#include "direct/ray_lines.hpp"

#include <vector>

#include "base/digest.hpp"
#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr std::string_view stretched =
    "game stretched(a, b)\n"
    "symmetric (a, b)\n"
    "(a, b) -> (a - k, b) for k >= 1\n"
    "(a, b) -> (a - k, b - 2 * k) for k >= 1\n";

constexpr std::string_view band =
    "game band(a, b)\n"
    "symmetric (a, b)\n"
    "(a, b) -> (a - k, b) for k >= 1\n"
    "(a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 3 and k - j < 3\n";

// Moore's Nim: any numbers from one heap or two.
constexpr std::string_view moore =
    "game moore(a, b, c, d)\n"
    "symmetric (a, b, c, d)\n"
    "(a, b, c, d) -> (a - j, b - k, c, d) for j >= 0, k >= 0 when j + k >= 1\n";
constexpr Work stretched_10000{10000, 100'020'001, 10'001, "0e30690a36dcefa605a4c2bc0348ee5e"};
constexpr Work band_2000{2000, 4'004'001, 931, "14f1621a903894fc14afc37fe335b42d"};
constexpr Work band_1e7{10'000'000, 100'000'020'000'001, 4'648'163,
                        "081bcab04f61012b1861ec51ff5e8c01"};
constexpr Work band_nimbers_2000{2000, 4'004'001, 931, "07e770b55b6715e418f5b0b85fb492dd"};
constexpr std::size_t narrow_rows = 31;
constexpr Work narrow_60000{60000, 1'860'031, 31, "19368d8fdc0ecbe6096d6412ff6f428b"};
constexpr Work stretched_nimbers_3000{3000, 9'006'001, 3'001, "1daaf8929adef89205d7a0f67a63192d"};
constexpr Work wythoff_plies_3000{3000, 9'006'001, 2'293, "0fd3697127a40c5915c2d6ef122f9d56"};
constexpr Work three_pile_plies_300{300, 27'270'901, 68'197, "0abd3a4c28812b5b19c762820bc8dc4b"};
constexpr Work moore_40{40, 2'825'761, 3'641, "11b23e9594ed13760cf9f1d9871df228"};
constexpr Work moore_outcomes_40{40, 2'825'761, 3'641, "0cf312efc9c1ae580b7f6703a3eaba79"};

using SolveOutcomes = void (*)(std::size_t, std::span<std::uint8_t>);

void ray_lines_direct(benchmark::State& state, const Work& work, SolveOutcomes solve) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(work.size, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes, Sides(2, work.size + 1)));
}

using SolvePartners = void (*)(std::span<std::int32_t>);

void ray_lines_direct(benchmark::State& state, const Work& work, SolvePartners solve) {
  std::vector<std::int32_t> partners(work.size + 1);
  for (auto _ : state) {
    solve(partners);
    benchmark::ClobberMemory();
  }
  const auto last = static_cast<std::int64_t>(work.size);
  const RankKeys keys({{0, 0}, {last, last}});
  Digest digest;
  std::uint64_t p_positions = 0;
  for (std::uint64_t a = 0; a < partners.size(); ++a)
    if (partners[a] >= 0) {
      digest.add(keys.at(a * partners.size() + static_cast<std::uint64_t>(partners[a])));
      ++p_positions;
    }
  report(state, work, {p_positions, digest.hex()});
}

using Solve = void (*)(std::size_t, std::span<std::uint16_t>);

void ray_lines_direct(benchmark::State& state, const Work& work, Solve solve) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, Sides(2, work.size + 1)));
}

void ray_lines_direct(benchmark::State& state, const Work& work, Solve solve,
                      std::size_t dimensions) {
  std::vector<std::uint16_t> remoteness(work.positions);
  for (auto _ : state) {
    solve(work.size, remoteness);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_remoteness(remoteness, Sides(dimensions, work.size + 1)));
}

using SolveFour = void (*)(std::span<std::uint16_t>);

void ray_lines_direct(benchmark::State& state, const Work& work, SolveFour solve) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, Sides(4, work.size + 1)));
}

using SolveOutcomesOfFour = void (*)(std::span<std::uint8_t>);

void ray_lines_direct(benchmark::State& state, const Work& work, SolveOutcomesOfFour solve) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes, Sides(4, work.size + 1)));
}

void narrow_direct(benchmark::State& state) {
  std::vector<std::uint16_t> nimbers(narrow_60000.positions);
  for (auto _ : state) {
    direct::narrow_nimbers(narrow_60000.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, narrow_60000,
         answer_of_nimbers(nimbers, {narrow_rows, std::size_t{narrow_60000.size} + 1}));
}

void narrow_grundy(benchmark::State& state) {
  solve_by_grundy(state, narrow_60000,
                  {"wythoff", Quantity::nimber, {narrow_rows - 1, narrow_60000.size}});
}

Asked asked(const Work& work, std::string_view game, Quantity quantity, std::size_t dimensions) {
  return {game, quantity, std::vector<std::int64_t>(dimensions, work.size)};
}

void ray_lines_grundy(benchmark::State& state, const Work& work, std::string_view game,
                      Quantity quantity, std::size_t dimensions) {
  solve_by_grundy(state, work, asked(work, game, quantity, dimensions));
}

void ray_lines_two_threads(benchmark::State& state, const Work& work, std::string_view game,
                           Quantity quantity, std::size_t dimensions) {
  compare_two_threads(state, work, asked(work, game, quantity, dimensions));
}

BENCHMARK_CAPTURE(ray_lines_direct, band_outcomes, band_2000, direct::band_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, band_outcomes, band_2000, band, Quantity::outcome, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, band_outcomes_1e7, band_1e7, direct::band_partners)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, band_outcomes_1e7, band_1e7, band, Quantity::outcome, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, band_nimbers, band_nimbers_2000, direct::band_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, band_nimbers, band_nimbers_2000, band, Quantity::nimber, 2)
    ->Apply(in_milliseconds);
BENCHMARK(narrow_direct)->Name("ray_lines_direct/narrow_nimbers")->Apply(in_milliseconds);
BENCHMARK(narrow_grundy)->Name("ray_lines_grundy/narrow_nimbers")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, stretched_outcomes, stretched_10000, direct::stretched_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, stretched_outcomes, stretched_10000, stretched,
                  Quantity::outcome, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, stretched_nimbers, stretched_nimbers_3000,
                  direct::stretched_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, stretched_nimbers, stretched_nimbers_3000, stretched,
                  Quantity::nimber, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, wythoff_remoteness, wythoff_plies_3000,
                  direct::wythoff_remoteness, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, wythoff_remoteness, wythoff_plies_3000, "wythoff",
                  Quantity::remoteness, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, three_pile_remoteness, three_pile_plies_300,
                  direct::three_pile_remoteness, 3)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, three_pile_remoteness, three_pile_plies_300, "three_pile",
                  Quantity::remoteness, 3)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, moore_nimbers, moore_40, direct::moore_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, moore_nimbers, moore_40, moore, Quantity::nimber, 4)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_direct, moore_outcomes, moore_outcomes_40, direct::moore_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_grundy, moore_outcomes, moore_outcomes_40, moore, Quantity::outcome, 4)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(ray_lines_two_threads, moore_nimbers, moore_40, moore, Quantity::nimber, 4)
    ->Apply(in_turns);
BENCHMARK_CAPTURE(ray_lines_two_threads, stretched_nimbers, stretched_nimbers_3000, stretched,
                  Quantity::nimber, 2)
    ->Apply(in_turns);
BENCHMARK_CAPTURE(ray_lines_two_threads, wythoff_remoteness, wythoff_plies_3000, "wythoff",
                  Quantity::remoteness, 2)
    ->Apply(in_turns);
BENCHMARK_CAPTURE(ray_lines_two_threads, three_pile_remoteness, three_pile_plies_300, "three_pile",
                  Quantity::remoteness, 3)
    ->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
