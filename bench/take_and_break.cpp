// bench/take_and_break.cpp: octal games of one heap, solved through their sparse space.
#include <vector>

#include "direct/sparse_space.hpp"
#include "grundy_path.hpp"
#include "two_threads.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

// Heaps of 0 .. size - 1.
constexpr Work officers_3e5{300'000, 300'000, 14, "1ffd50969b2cb2bc025940093020b9db"};
constexpr Work officers_1e7{10'000'000, 10'000'000, 14, "0912cbb69fe8065800291b32994c81a8"};
constexpr Work octal_104_1e7{10'000'000, 10'000'000, 1'197'694, "0653c49cdfa41f4507b079e2b39d7345"};
constexpr Work octal_104_5e7{50'000'000, 50'000'000, 6'137'794, "0c4e57975051bd2f1cdb0d4b52d05f63"};

void solve_directly(benchmark::State& state, const Work& work, std::span<const unsigned> digits,
                    const direct::SparseSpace& space) {
  std::vector<std::uint16_t> nimbers(work.positions);
  for (auto _ : state) {
    direct::octal_nimbers(digits, space, nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

void officers_direct(benchmark::State& state, const Work& work) {
  solve_directly(state, work, std::vector<unsigned>{0, 6}, {0x1ee, false});
}

void octal_104_direct(benchmark::State& state, const Work& work) {
  solve_directly(state, work, std::vector<unsigned>{0, 1, 0, 4}, {0x17, true});
}

Asked officers(const Work& work) {
  return {"0.6", Quantity::nimber, {work.size - 1}};
}

Asked octal_104(const Work& work) {
  return {"0.104", Quantity::nimber, {work.size - 1}};
}

void officers_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, officers(work));
}

void octal_104_grundy(benchmark::State& state, const Work& work) {
  solve_by_grundy(state, work, octal_104(work));
}

void officers_two_threads(benchmark::State& state, const Work& work) {
  compare_two_threads(state, work, officers(work));
}

void octal_104_two_threads(benchmark::State& state, const Work& work) {
  compare_two_threads(state, work, octal_104(work));
}

// The rate of the direct code is that of the smaller works: the larger would take it a minute.
BENCHMARK_CAPTURE(officers_direct, 3e5, officers_3e5)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(octal_104_direct, 1e7, octal_104_1e7)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(officers_grundy, 3e5, officers_3e5)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(officers_grundy, 1e7, officers_1e7)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(octal_104_grundy, 1e7, octal_104_1e7)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(octal_104_grundy, 5e7, octal_104_5e7)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(officers_two_threads, 1e7, officers_1e7)->Apply(in_turns);
BENCHMARK_CAPTURE(octal_104_two_threads, 5e7, octal_104_5e7)->Apply(in_turns);

}  // namespace
}  // namespace grundy::bench
