// bench/unlike.cpp: games of forms of their own: Grundy beside loops for each game.
#include "direct/unlike.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work chomp_outcomes_100{100, 1'020'100, 6'780, "0aede6d401195add1243e772b64edcad"};
constexpr Work chomp_outcomes_300{300, 27'180'300, 60'646, "103b2221b5527c660be6ef1c365f3d1b"};
constexpr Work chomp_outcomes_10000{10000, 1'000'200'010'000, 67'164'670,
                                    "181a8630e48c65b00dc0260601f5b841"};
constexpr Work chomp_nimbers_60{60, 223'260, 2'453, "1fdc95f583f329da1db95f4f1384fd03"};
constexpr Work euclid_outcomes_2000{2000, 4'004'001, 1'530'629, "07755b711669b0021a949b2e00b2d11b"};
constexpr Work euclid_nimbers_2000{2000, 4'004'001, 1'530'629, "0d5e0d0d258310ae0771d2b116fb6fc9"};
constexpr Work stone_boxes_1000{1000, 1'002'001, 505'305, "03897da4fa81abf915d6b9a5fb426c1a"};

// Of chomp the first row has a square at least.
Sides sides_of(const Work& work) {
  const std::size_t side = work.size + std::size_t{1};
  return work.positions == side * side ? Sides{side, side} : Sides{work.size, side, side};
}

void unlike_direct(benchmark::State& state, const Work& work,
                   void (*solve)(std::size_t, std::span<std::uint8_t>)) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(work.size, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes, sides_of(work)));
}

void unlike_direct(benchmark::State& state, const Work& work,
                   void (*solve)(std::size_t, std::span<std::uint16_t>)) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, sides_of(work)));
}

void chomp_section_direct(benchmark::State& state, const Work& work) {
  const std::size_t side = work.size + std::size_t{1};
  std::vector<std::uint32_t> third(work.size * side);
  for (auto _ : state) {
    direct::chomp_section_by_words(work.size, third);
    benchmark::ClobberMemory();
  }
  std::vector<std::uint8_t> outcomes(work.positions, 1);
  for (std::size_t row = 0; row < third.size(); ++row)
    if (third[row] < side) outcomes[row * side + third[row]] = 0;
  report(state, work, answer_of_outcomes(outcomes, sides_of(work)));
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
BENCHMARK_CAPTURE(chomp_section_direct, outcomes_300, chomp_outcomes_300)
    ->Name("unlike_direct/chomp3_by_words")
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, chomp3_by_words, chomp_outcomes_300, "chomp3", Quantity::outcome,
                  3)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(unlike_grundy, chomp3_10000, chomp_outcomes_10000, "chomp3", Quantity::outcome, 3)
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
BENCHMARK_CAPTURE(unlike_two_threads, chomp3_nimbers, chomp_nimbers_60, "chomp3", 3)
    ->Apply(in_turns);
BENCHMARK_CAPTURE(unlike_two_threads, euclid_nimbers, euclid_nimbers_2000, "euclid", 2)
    ->Apply(in_turns);
BENCHMARK_CAPTURE(unlike_two_threads, stone_box_nimbers, stone_boxes_1000, "stone_boxes", 2)
    ->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
