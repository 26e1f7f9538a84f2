// Games whose positions are sets, as bits of a number, against values that were published and
// loops that were written by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::sweep {
namespace {

Values nimbers(const std::string& text, std::int64_t high) {
  const auto plan =
      plan_for(rules::parsed(text), {{0}, {high}}, {Quantity::nimber, Convention::normal}, 50);
  EXPECT_TRUE(plan) << plan.error().message;
  if (!plan) return {};
  const auto answer = carry_out(*plan, {"tbb", 2, 50});
  EXPECT_TRUE(answer) << answer.error().message;
  return answer ? answer->values : Values{};
}

// options(n) calls its argument for each option of n, in the order of n.
template <class Options>
Values by_hand(std::int64_t high, Options options) {
  Values values;
  for (std::int64_t n = 0; n <= high; ++n) {
    std::vector<bool> taken(static_cast<std::size_t>(high) + 2);
    options(n,
            [&](std::int64_t option) { taken[values[static_cast<std::size_t>(option)]] = true; });
    values.push_back(static_cast<std::uint32_t>(std::ranges::find(taken, false) - taken.begin()));
  }
  return values;
}

// P. Beling, impartial-games (2025): 0 for 4 x 4, 2 for 4 x 5.
TEST(Bits, CramHasThePublishedNimbers) {
  const auto cram = [](int columns, int squares) {
    const std::string c = std::to_string(columns);
    return nimbers("game g(m in 0 .. 2^" + std::to_string(squares) +
                       " - 1)"
                       " (m) -> (m - 3 * 2^k) for k in bits(m) when k mod " +
                       c + " != " + c + " - 1 and floor(m / 2^(k + 1)) mod 2 = 1\n" +
                       "(m) -> (m - 2^k - 2^(k + " + c + ")) for k in bits(m) when " +
                       "(m band 2^(k + " + c + ")) > 0",
                   (std::int64_t{1} << squares) - 1);
  };
  EXPECT_EQ(cram(4, 16).back(), 0u);
  EXPECT_EQ(cram(5, 20).back(), 2u);
}

// Kernel generic looks at such rules bit by bit (kernels/generic/bit_columns.hpp): beside other
// rules, endings, conditions and ranges of bits, upwards and downwards, alone and along rows.
TEST(Bits, RandomRulesAgreeWithTheOracle) {
  const std::vector<std::string> of_one{
      "(m) -> (m - 2^k) for k in bits(m)",
      "(m) -> (m - 2^k) for k in bits(floor(m / 2)) when k >= 2",
      "(m) -> (m - k - 1) for k in bits(m) when k <= 4",
      "(m) -> (m - (m band N[k])) for k in bits(m) when k < 5",
      "(m) -> (m - (m band (2^k + 2^(k + 2)))) for k in bits(m) when m mod 3 != 1",
      "(m) -> (m - 3 * 2^k) for k in bits(m) when (m band 2^(k + 1)) > 0",
      "(m) -> (m bxor 2^k) for k in bits(m) when (k + m) mod 3 != 0",
      "(m) -> (m - 1) when m mod 5 = 2",
      "(m) -> (floor(m / 3)) when m >= 9",
      "(m) -> (m - 2^k) for k in bits(m band 21)"};
  const std::vector<std::string> of_two{"(a, b) -> (a, b - 2^k) for k in bits(b)",
                                        "(a, b) -> (a - 2^k, b) for k in bits(a)",
                                        "(a, b) -> (a - 2^k, b + k) for k in bits(a band b)",
                                        "(a, b) -> (a - 1, b - 2^k) for k in bits(b) when a > k",
                                        "(a, b) -> (a, b - 1) when a mod 2 = 1"};
  const std::vector<std::string> upwards{"(m) -> (m + 2^k) for k in bits(199 - m)",
                                         "(m) -> (m + 2) when m mod 4 = 1"};
  std::mt19937 engine(77);
  const auto check = [&](std::string text, const std::vector<std::string>& rules, const Box& box,
                         std::int64_t turn) {
    for (const std::string& rule : rules)
      if (engine() % 2 == 0) text += rule + "\n";
    text += rules[static_cast<std::size_t>(turn) % rules.size()] + "\n";
    SCOPED_TRACE(text);
    const rules::Rules game = rules::parsed(text);
    const Question question{Quantity::nimber, Convention::normal};
    const auto expected = ask_oracle(game, box, question);
    ASSERT_TRUE(expected) << expected.error().message;
    for (const std::uint64_t tile : {40U, 64U, 1000U}) {
      const auto plan = plan_for(game, box, question, tile, "generic");
      ASSERT_TRUE(plan) << plan.error().message;
      expect_equal(carry_out(*plan, {"tbb", 2, tile}), *expected);
    }
  };
  for (std::int64_t turn = 0; turn < 20; ++turn) {
    const std::string ending = turn % 4 == 0 ? "lost when m mod 7 = 3\n" : "";
    check("game g(m in 0 .. 260) param N = [3, 6, 20, 8, 49]\n" + ending, of_one,
          {{0}, {170 + turn}}, turn);
    check("game g(a in 0 .. 40, b in 0 .. 90)\n", of_two, {{0, 0}, {5 + turn % 7, 40 + turn}},
          turn);
    check("game g(m in 0 .. 199)\n", upwards, {{0}, {199}}, turn);
  }
}

// Node Kayles on a path is Dawson's Kayles, 0.07, with one heap more.
TEST(Bits, NodeKaylesOnAPathIsDawsonsKayles) {
  const std::vector<std::uint32_t> dawsons{0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5};
  const Values values = nimbers(
      "game g(m in 0 .. 32767) param N = [3, 7, 14, 28, 56, 112, 224, 448, 896, 1792, 3584, "
      "7168, 14336, 28672, 24576] (m) -> (m - (m band N[i])) for i in bits(m)",
      32767);
  for (std::size_t length = 0; length <= 15; ++length)
    EXPECT_EQ(values[(std::size_t{1} << length) - 1], dawsons[length + 1]) << length;
}

TEST(Bits, SubsetsLeaveTheLeastFreeNumber) {
  const auto expected = by_hand(600, [](std::int64_t n, const auto& option) {
    for (std::int64_t s = n; s > 0; s = (s - 1) & n) option(n - s);
  });
  EXPECT_EQ(nimbers("game g(m) (m) -> (m - s) for s in subsets(m)", 600), expected);
}

TEST(Bits, DivisorsAreTaken) {
  const auto expected = by_hand(900, [](std::int64_t n, const auto& option) {
    for (std::int64_t d = 1; d < n; ++d)
      if (n % d == 0) option(n - d);
  });
  EXPECT_EQ(nimbers("game g(n) (n) -> (n - d) for d in divisors(n) when d < n", 900), expected);
  const auto of_primes = by_hand(900, [](std::int64_t n, const auto& option) {
    for (std::int64_t p = 2; p <= n; ++p) {
      bool is_prime = n % p == 0;
      for (std::int64_t d = 2; d * d <= p && is_prime; ++d) is_prime = p % d != 0;
      if (is_prime) option(n - p);
    }
  });
  EXPECT_EQ(nimbers("game g(n) (n) -> (n - p) for p in prime_divisors(n)", 900), of_primes);
}

TEST(Bits, CommonDivisorsAndOnesAreCounted) {
  const auto expected = by_hand(500, [](std::int64_t n, const auto& option) {
    for (std::int64_t k = 1; k <= n; ++k) {
      if (std::gcd(n, k) == 1) option(n - k);
      const int ones = __builtin_popcountll(static_cast<unsigned long long>(n ^ k));
      if (ones >= 3 && k < n) option(k);
    }
  });
  EXPECT_EQ(nimbers("game g(n) (n) -> (n - k) for k in 1 .. n when gcd(n, k) = 1\n"
                    "(n) -> (k) for k in 1 .. n - 1 when popcount(n bxor k) >= 3",
                    500),
            expected);
}

}  // namespace
}  // namespace grundy::sweep
