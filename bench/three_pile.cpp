// bench/three_pile.cpp: three piles; take from one, or the same number from two.
#include "direct/three_pile.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work outcomes_100{100, 1'030'301, 7'667, "08e5667c28fd320a0e20e22f425416fa"};
constexpr Work outcomes_300{300, 27'270'901, 68'197, "0907ace4cce23abc11bbe54e7ebd726b"};
constexpr Work outcomes_10000{10000, 1'000'300'030'001, 75'113'369,
                              "0898a1daf5823e4d1a44adc9ba6fae8b"};
constexpr Work nimbers_100{100, 1'030'301, 7'667, "07d2cf370d6083560c29dd052e6d2727"};
constexpr Work nimbers_300{300, 27'270'901, 68'197, "03551056d4410965059bb7ab1bb48302"};
constexpr Work nimbers_1000{1000, 1'003'003'001, 753'065, "055c961ef1ad1b3a184be9c30baa8bb1"};

void three_pile_outcomes_direct(benchmark::State& state, const Work& work) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    direct::three_pile_outcomes(work.size, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_outcomes(outcomes, Sides(3, work.size + 1)));
}

void three_pile_section_direct(benchmark::State& state, const Work& work) {
  const std::size_t side = work.size + 1;
  std::vector<std::uint32_t> third(side * side);
  for (auto _ : state) {
    direct::three_pile_section_by_words(work.size, third);
    benchmark::ClobberMemory();
  }
  std::vector<std::uint8_t> outcomes(work.positions, 1);
  for (std::size_t row = 0; row < third.size(); ++row)
    if (third[row] < side) outcomes[row * side + third[row]] = 0;
  report(state, work, answer_of_outcomes(outcomes, Sides(3, side)));
}

void three_pile_nimbers_direct(benchmark::State& state, const Work& work) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    direct::three_pile_nimbers(work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, Sides(3, work.size + 1)));
}

Asked asked(const Work& work, Quantity quantity) {
  return {"three_pile", quantity, {work.size, work.size, work.size}};
}

void three_pile_outcomes_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, asked(work, Quantity::outcome));
}

void three_pile_nimbers_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, asked(work, Quantity::nimber));
}

void three_pile_nimbers_two_threads(benchmark::State& state, const Work& work) {
  compare_two_threads(state, work, asked(work, Quantity::nimber));
}

BENCHMARK_CAPTURE(three_pile_outcomes_direct, 100, outcomes_100)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_outcomes_direct, 300, outcomes_300)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_section_direct, outcomes_300, outcomes_300)
    ->Name("three_pile_outcomes_direct/300_by_words")
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_nimbers_direct, 100, nimbers_100)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_nimbers_direct, 300, nimbers_300)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_outcomes_grundy, 100, outcomes_100)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_outcomes_grundy, 300, outcomes_300)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_outcomes_grundy, 10000, outcomes_10000)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_nimbers_grundy, 100, nimbers_100)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_nimbers_grundy, 300, nimbers_300)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_nimbers_grundy, 1000, nimbers_1000)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(three_pile_nimbers_two_threads, 300, nimbers_300)->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
