// bench/unlike.cpp: games that no family has: the generic kernel beside loops for each game.
#include "direct/unlike.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work chomp_outcomes_100{100, 1'020'100, 6'780, "986034b53cf909d4323d97837dca1239"};
constexpr Work chomp_nimbers_60{60, 223'260, 2'453, "18838df1c3ca6ebd5adef8a9cc86fd32"};
constexpr Work euclid_outcomes_2000{2000, 4'004'001, 1'530'629, "a7eeccab40b7d6d3b1281ff9b3aaba2f"};
constexpr Work euclid_nimbers_2000{2000, 4'004'001, 1'530'629, "5f98856f5a4a6f908744fe75501cc60a"};
constexpr Work stone_boxes_1000{1000, 1'002'001, 505'305, "b83305e6c8130488714551bcdbf3b6cc"};

void unlike_direct(benchmark::State& state, const Work& work,
                   void (*solve)(std::size_t, std::span<std::uint8_t>)) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(work.size, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes));
}

void unlike_direct(benchmark::State& state, const Work& work,
                   void (*solve)(std::size_t, std::span<std::uint16_t>)) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers));
}

Asked asked(const Work& work, std::string_view game, Quantity quantity, std::size_t dimensions) {
  return {game, quantity, std::vector<std::int64_t>(dimensions, work.size)};
}

void unlike_grundy(benchmark::State& state, const Work& work, std::string_view game,
                   Quantity quantity, std::size_t dimensions) {
  solve_by_grundy(state, work, asked(work, game, quantity, dimensions));
}

void unlike_two_threads(benchmark::State& state, const Work& work, std::string_view game,
                        std::size_t dimensions) {
  compare_two_threads(state, work, asked(work, game, Quantity::nimber, dimensions));
}

BENCHMARK_CAPTURE(unlike_direct, chomp3_outcomes, chomp_outcomes_100, direct::chomp_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, chomp3_outcomes, chomp_outcomes_100, "chomp3", Quantity::outcome,
                  3)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_direct, chomp3_nimbers, chomp_nimbers_60, direct::chomp_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, chomp3_nimbers, chomp_nimbers_60, "chomp3", Quantity::nimber, 3)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_direct, euclid_outcomes, euclid_outcomes_2000, direct::euclid_outcomes)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, euclid_outcomes, euclid_outcomes_2000, "euclid", Quantity::outcome,
                  2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_direct, euclid_nimbers, euclid_nimbers_2000, direct::euclid_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, euclid_nimbers, euclid_nimbers_2000, "euclid", Quantity::nimber, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_direct, stone_box_nimbers, stone_boxes_1000, direct::stone_box_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, stone_box_nimbers, stone_boxes_1000, "stone_boxes",
                  Quantity::nimber, 2)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_two_threads, chomp3, chomp_nimbers_60, "chomp3", 3)->Apply(in_turns);
BENCHMARK_CAPTURE(unlike_two_threads, euclid, euclid_nimbers_2000, "euclid", 2)->Apply(in_turns);
BENCHMARK_CAPTURE(unlike_two_threads, stone_boxes, stone_boxes_1000, "stone_boxes", 2)
    ->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
