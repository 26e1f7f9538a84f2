// bench/other_games.cpp: games that name each other in their options. Grundy beside loops.
#include "direct/other_games.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work node_kayles_p3_2e4{20'000, 20'001, 2'906, "059c9ded67fab89c0fe2443b75ce5717"};
constexpr Work lit_2e4{20'000, 20'001, 1, "043716cafa9d0ad9180eba308e259627"};

constexpr std::string_view lit =
    "game lit(n)\n"
    "  (n) -> dark(n - k) for k in 1 .. 2\n"
    "  (n) -> lit(i) + dark(n - i) for i in 1 .. n - 1\n"
    "game dark(n)\n"
    "  (n) -> lit(n - k) for k in {1, 4}\n";

template <class Value>
void other_games_direct(benchmark::State& state, const Work& work,
                        void (*solve)(std::span<Value>)) {
  std::vector<Value> nimbers(work.positions);
  for (auto _ : state) {
    solve(nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, {1, nimbers.size()}));
}

void other_games_grundy(benchmark::State& state, const Work& work, std::string_view game,
                        std::string_view rules) {
  solve_by_grundy(state, work, {game, Quantity::nimber, {work.size}, rules});
}

BENCHMARK_CAPTURE(other_games_direct, node_kayles_p3, node_kayles_p3_2e4,
                  direct::node_kayles_p3_nimbers)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(other_games_grundy, node_kayles_p3, node_kayles_p3_2e4, "node_kayles_p3", "")
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(other_games_direct, lit, lit_2e4, direct::lit_nimbers)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(other_games_grundy, lit, lit_2e4, "lit", lit)->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
