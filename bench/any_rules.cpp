// bench/any_rules.cpp: games outside linear arithmetic: masks, roots and primes; and one whose
// moves are cut by conditions. Grundy beside loops.
#include "direct/any_rules.hpp"

#include <string_view>
#include <vector>

#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr Work cram_masks{(1 << 20) - 1, 1 << 20, 314'178, "130ab193a4768ecb043b838b7628aa17"};
constexpr Work node_kayles_masks{(1 << 20) - 1, 1 << 20, 273'008,
                                 "0ee66bb08a7afff718ea6f1a37e23508"};
constexpr Work welter_40{40, 2'825'761, 55'147, "077b777d0b4cf4000309b5a18c85e525"};
constexpr Work triangular_30000{30'000, 30'001, 729, "1bf4aec2d6c43c141ac88a97cd86b33e"};
constexpr Work two_primes_2e5{200'000, 200'001, 14'996, "0135048a5e2f280e1eb447f8d4ac4230"};

constexpr std::string_view cram =
    "game cram(m in 0 .. 2^20 - 1)\n"
    "  (m) -> (m - 3 * 2^k) for k in bits(m) when k mod 5 != 4 and floor(m / 2^(k + 1)) mod 2 = 1\n"
    "  (m) -> (m - 33 * 2^k) for k in bits(m) when floor(m / 2^(k + 5)) mod 2 = 1\n";
constexpr std::string_view node_kayles =
    "game node_kayles(m in 0 .. 2^20 - 1)\n"
    "  param N = [540739, 32903, 65806, 131612, 263224, 526448, 4321,\n"
    "             8642, 17284, 34568, 69136, 138272, 276544, 553088,\n"
    "             57601, 115202, 230404, 460808, 921616, 794657]\n"
    "  (m) -> (m - (m band N[v])) for v in bits(m)\n";
constexpr std::string_view welter =
    "game welter(a, b, c, d)\n"
    "  (a, b, c, d) -> (a - k, b, c, d) for k >= 1 when a - k != b and a - k != c and a - k != d\n"
    "  (a, b, c, d) -> (a, b - k, c, d) for k >= 1 when b - k != a and b - k != c and b - k != d\n"
    "  (a, b, c, d) -> (a, b, c - k, d) for k >= 1 when c - k != a and c - k != b and c - k != d\n"
    "  (a, b, c, d) -> (a, b, c, d - k) for k >= 1 when d - k != a and d - k != b and d - k != c\n";
constexpr std::string_view triangular =
    "game triangular(n)\n  (n) -> (n - floor(k * (k + 1) / 2)) for k >= 1\n";
constexpr std::string_view two_primes =
    "game two_primes(n)\n"
    "  (n) -> (n - p) for p in primes\n"
    "  (n) -> (n - p * q) for p in primes, q in primes\n";

template <class Value>
void any_rules_direct(benchmark::State& state, const Work& work, const Sides& sides,
                      void (*solve)(std::span<Value>)) {
  std::vector<Value> nimbers(work.positions);
  for (auto _ : state) {
    solve(nimbers);
    benchmark::ClobberMemory();
  }
  report(state, work, answer_of_nimbers(nimbers, sides));
}

void any_rules_grundy(benchmark::State& state, const Work& work, std::string_view rules,
                      std::size_t coordinates) {
  solve_by_grundy(state, work,
                  {rules, Quantity::nimber, std::vector<std::int64_t>(coordinates, work.size)});
}

void welter_up_to_40(std::span<std::uint16_t> nimbers) {
  direct::welter_nimbers(welter_40.size, nimbers);
}

BENCHMARK_CAPTURE(any_rules_direct, cram, cram_masks, {1 << 20}, direct::cram_nimbers)

    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_grundy, cram, cram_masks, cram, 1)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_direct, node_kayles, node_kayles_masks, {1 << 20},
                  direct::node_kayles_nimbers)

    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_grundy, node_kayles, node_kayles_masks, node_kayles, 1)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_direct, welter, welter_40, {41, 41, 41, 41}, welter_up_to_40)

    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_grundy, welter, welter_40, welter, 4)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_direct, triangular, triangular_30000, {30'001},
                  direct::triangular_nimbers)

    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_grundy, triangular, triangular_30000, triangular, 1)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_direct, two_primes, two_primes_2e5, {200'001},
                  direct::two_primes_nimbers)

    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(any_rules_grundy, two_primes, two_primes_2e5, two_primes, 1)
    ->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
