// bench/rays.cpp: games of rays in two, three and four dimensions, with and without symmetry.
#include "direct/rays.hpp"

#include <vector>

#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

struct RayWork {
  std::string_view rules;
  direct::RayGame game;
  Work outcomes;
  Work nimbers;
  std::vector<std::size_t> nimber_sides;
};

const RayWork wythoff{
    "game wythoff(a, b)\n"
    "symmetric (a, b)\n"
    "(a, b) -> (a - k, b) for k >= 1\n"
    "(a, b) -> (a - k, b - k) for k >= 1\n",
    {{{0}, {1}, {0, 1}}, {10001, 10001}},
    {10000, 100'020'001, 7'641, "089af8bf5832e7a60c759060eebcbb17"},
    {1000, 1'002'001, 765, "166a6618e1bd2068150863a705e370cd"},
    {1001, 1001}};

const RayWork any_of_three{
    "game any_of_three(a, b, c)\n"
    "symmetric (a, b, c)\n"
    "(a, b, c) -> (a - k, b, c) for k >= 1\n"
    "(a, b, c) -> (a - k, b - k, c) for k >= 1\n"
    "(a, b, c) -> (a - k, b - k, c - k) for k >= 1\n",
    {{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}, {301, 301, 301}},
    {300, 27'270'901, 64'972, "173e41ad92ad994a06b54d5fe8776e9f"},
    {150, 3'442'951, 16'498, "031adaffb48c7214075586713aa32909"},
    {151, 151, 151}};

const RayWork no_symmetry{
    "game no_symmetry(a, b, c)\n"
    "(a, b, c) -> (a - k, b, c) for k >= 1\n"
    "(a, b, c) -> (a, b - k, c) for k >= 1\n"
    "(a, b, c) -> (a, b, c - k) for k >= 1\n"
    "(a, b, c) -> (a - k, b - k, c) for k >= 1\n"
    "(a, b, c) -> (a, b - k, c - k) for k >= 1\n",
    {{{0}, {1}, {2}, {0, 1}, {1, 2}}, {301, 251, 351}},
    {350, 26'518'401, 70'202, "0ffed5523f39dfa71450bcf873bb10bb"},
    {170, 3'241'351, 17'323, "0b21dfa779bee1e21e96497279c809cb"},
    {151, 127, 169}};

const RayWork four_piles{
    "game four_piles(a, b, c, d)\n"
    "symmetric (a, b, c, d)\n"
    "(a, b, c, d) -> (a - k, b, c, d) for k >= 1\n"
    "(a, b, c, d) -> (a - k, b - k, c, d) for k >= 1\n",
    {{{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, {71, 71, 71, 71}},
    {70, 25'411'681, 248'339, "17542bdfcd9507b0110370c0dc856389"},
    {40, 2'825'761, 46'223, "13ce33acb11c656504eadc380e3115f5"},
    {41, 41, 41, 41}};

const RayWork two_of_four{
    "game two_of_four(a, b, c, d)\n"
    "(a, b, c, d) -> (a - k, b, c, d) for k >= 1\n"
    "(a, b, c, d) -> (a, b - k, c, d) for k >= 1\n"
    "(a, b, c, d) -> (a - k, b - k, c, d) for k >= 1\n",
    {{{0}, {1}, {0, 1}}, {301, 301, 17, 17}},
    {300, 26'183'689, 66'181, "07885f7ecd2ad8d30d12a7c4d5300b8a"},
    {300, 8'154'090, 20'610, "1b33fc70eb93c1f01195d8a0ae1f9581"},
    {301, 301, 10, 9}};

std::vector<std::int64_t> highest(const std::vector<std::size_t>& sides) {
  std::vector<std::int64_t> high;
  for (const std::size_t side : sides) high.push_back(static_cast<std::int64_t>(side) - 1);
  return high;
}

void ray_outcomes_direct(benchmark::State& state, const RayWork& work) {
  std::vector<std::uint8_t> outcomes(work.game.volume());
  for (auto _ : state) {
    direct::ray_outcomes(work.game, outcomes);
    benchmark::ClobberMemory();
  }
  report(state, work.outcomes, answer_of_outcomes(outcomes, work.game.sides));
}

void ray_nimbers_direct(benchmark::State& state, const RayWork& work) {
  const direct::RayGame game{work.game.groups, work.nimber_sides};
  std::vector<std::uint16_t> nimbers(game.volume());
  for (auto _ : state) {
    direct::ray_nimbers(game, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work.nimbers, answer_of_nimbers(nimbers, work.nimber_sides));
}

void ray_outcomes_grundy(benchmark::State& state, const RayWork& work) {
  solve_by_grundy(state, work.outcomes, {work.rules, Quantity::outcome, highest(work.game.sides)});
}

Asked nimbers_of(const RayWork& work) {
  return {work.rules, Quantity::nimber, highest(work.nimber_sides)};
}

void ray_nimbers_grundy(benchmark::State& state, const RayWork& work) {
  solve_by_grundy(state, work.nimbers, nimbers_of(work));
}

void ray_nimbers_two_threads(benchmark::State& state, const RayWork& work) {
  compare_two_threads(state, work.nimbers, nimbers_of(work));
}

void add_pairs(std::string_view name, const RayWork& work) {
  const auto add = [&](std::string_view kind, void (*run)(benchmark::State&, const RayWork&)) {
    const std::string full = std::string(kind) + "/" + std::string(name);
    return benchmark::RegisterBenchmark(
        full.c_str(), [run, &work](benchmark::State& state) { run(state, work); });
  };
  in_milliseconds(add("ray_outcomes_direct", ray_outcomes_direct));
  in_milliseconds(add("ray_outcomes_grundy", ray_outcomes_grundy));
  in_milliseconds(add("ray_nimbers_direct", ray_nimbers_direct));
  in_milliseconds(add("ray_nimbers_grundy", ray_nimbers_grundy));
  in_turns(add("ray_nimbers_two_threads", ray_nimbers_two_threads));
}

const bool added = [] {
  add_pairs("wythoff", wythoff);
  add_pairs("any_of_three", any_of_three);
  add_pairs("no_symmetry", no_symmetry);
  add_pairs("four_piles", four_piles);
  add_pairs("two_of_four", two_of_four);
  return true;
}();

}  // namespace
}  // namespace grundy::bench
