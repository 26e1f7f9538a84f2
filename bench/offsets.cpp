// bench/offsets.cpp: nimbers and remoteness where every move leads a constant distance away.
#include "direct/offsets.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work knight_2000{2000, 4'004'001, 1'003'999, "11599580c2367cdd16fd5b3def73e346"};
constexpr Work king_5000{5000, 25'010'001, 6'255'001, "121636b891562bfd0e0d5bcc14915c58"};
constexpr Work king_plies_5000{5000, 25'010'001, 6'255'001, "1cf52038fa3b5a271335c4173b7328b3"};
// `positions` counts the closure, as in cards.cpp.
constexpr Work cards_60{60, direct::card_closure(60).volume(), 4'729'391,
                        "081e5365dfb998700244e9e68d6a0733"};

constexpr std::string_view knight =
    "game knight(x in 0..2000, y in 0..2000)\n"
    "  (x, y) -> (x - 2, y + 1)\n"
    "  (x, y) -> (x - 2, y - 1)\n"
    "  (x, y) -> (x + 1, y - 2)\n"
    "  (x, y) -> (x - 1, y - 2)\n";
constexpr std::string_view king =
    "game king(x, y)\n"
    "  (x, y) -> (x - 1, y)\n"
    "  (x, y) -> (x, y - 1)\n"
    "  (x, y) -> (x - 1, y - 1)\n";

void offset_nimbers_direct(benchmark::State& state, const Work& work,
                           void (*solve)(std::size_t, std::span<std::uint8_t>)) {
  std::vector<std::uint8_t> nimbers(work.positions);
  for (auto _ : state) {
    solve(work.size, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, Sides(2, work.size + 1)));
}

void offset_remoteness_direct(benchmark::State& state, const Work& work) {
  std::vector<std::uint16_t> remoteness(work.positions);
  for (auto _ : state) {
    direct::king_remoteness(work.size, remoteness);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_remoteness(remoteness, Sides(2, work.size + 1)));
}

void card_nimbers_direct(benchmark::State& state) {
  const direct::CardBox box = direct::card_closure(cards_60.size);
  std::vector<std::uint8_t> nimbers(box.volume());
  for (auto _ : state) {
    direct::card_nimbers(box, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, cards_60, answer_of_nimbers(direct::asked_for(60, nimbers), Sides(4, 61)));
}

Asked asked(const Work& work, std::string_view game, Quantity quantity, std::size_t dimensions) {
  return {game, quantity, std::vector<std::int64_t>(dimensions, work.size)};
}

void offset_nimbers_grundy(benchmark::State& state, const Work& work, std::string_view game) {
  solve_by_grundy(state, work, asked(work, game, Quantity::nimber, 2));
}

void offset_remoteness_grundy(benchmark::State& state, const Work& work, std::string_view game) {
  solve_by_grundy(state, work, asked(work, game, Quantity::remoteness, 2));
}

void offset_nimbers_two_threads(benchmark::State& state, const Work& work, std::string_view game) {
  compare_two_threads(state, work, asked(work, game, Quantity::nimber, 2));
}

void card_nimbers_grundy(benchmark::State& state) {
  solve_by_grundy(state, cards_60, asked(cards_60, "cards", Quantity::nimber, 4));
}

void card_nimbers_two_threads(benchmark::State& state) {
  compare_two_threads(state, cards_60, asked(cards_60, "cards", Quantity::nimber, 4));
}

BENCHMARK_CAPTURE(offset_nimbers_direct, knight, knight_2000, direct::knight_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(offset_nimbers_grundy, knight, knight_2000, knight)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(offset_nimbers_direct, king, king_5000, direct::king_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(offset_nimbers_grundy, king, king_5000, king)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(offset_remoteness_direct, king, king_plies_5000)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(offset_remoteness_grundy, king, king_plies_5000, king)->Apply(in_milliseconds);
BENCHMARK(card_nimbers_direct)->Name("card_nimbers_direct/60")->Apply(in_milliseconds);
BENCHMARK(card_nimbers_grundy)->Name("card_nimbers_grundy/60")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(offset_nimbers_two_threads, king, king_5000, king)->Apply(in_turns);
BENCHMARK(card_nimbers_two_threads)->Name("card_nimbers_two_threads/60")->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
