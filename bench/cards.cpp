// bench/cards.cpp: replace two cards by one of their sum.
#include "direct/cards.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

// Solving the box means solving its closure, so `positions` counts the latter.
constexpr Work cards_20{20, direct::card_closure(20).volume(), 67'914,
                        "06efa294af8c9be90b0b8dfb794da365"};
constexpr Work cards_100{100, direct::card_closure(100).volume(), 35'366'968,
                         "14ce835169f038150128c6d011df19fd"};

using Solve = void(const direct::CardBox&, std::span<std::uint8_t>);

void cards_direct(benchmark::State& state, const Work& work, Solve& solve) {
  std::vector<std::uint8_t> outcomes(work.positions);
  for (auto _ : state) {
    solve(direct::card_closure(work.size), outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work,
         answer_of_outcomes(direct::asked_for(work.size, outcomes), Sides(4, work.size + 1)));
}

Asked asked(const Work& work) {
  return {"cards", Quantity::outcome, {work.size, work.size, work.size, work.size}};
}

void cards_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, asked(work));
}

void cards_two_threads(benchmark::State& state, const Work& work) {
  compare_two_threads(state, work, asked(work));
}

BENCHMARK_CAPTURE(cards_direct, 20, cards_20, direct::card_outcomes)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cards_direct, 100, cards_100, direct::card_outcomes)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cards_direct, 100_by_rows, cards_100, direct::card_outcomes_by_rows)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cards_grundy, 20, cards_20)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cards_grundy, 100, cards_100)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(cards_two_threads, 100, cards_100)->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
