// Theorems and closed forms about the games of the catalogue, on whole boxes.
#include <gtest/gtest.h>

#include <chrono>

#include "rules/language/catalogue.hpp"
#include "support/solvers.hpp"

namespace grundy::catalogue_test {
namespace {

using support::BoxSolver;
using support::Values;

// A game solved in the box from its low ends to `high`.
struct Solved {
  Box box;
  Values values;
  std::uint32_t at(const Position& position) const { return values[box.rank(position)]; }
  bool is_p(const Position& position) const { return at(position) == 0; }
};

class Facts : public testing::TestWithParam<BoxSolver> {
 protected:
  Solved solve(const std::string& game, const Position& high, Quantity quantity,
               const rules::Parameters& parameters = {}) {
    const auto rules = rules::load(game, parameters);
    EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
    if (!rules) return failed({high, high});
    Box box{{}, high};
    for (const rules::Coordinate& coordinate : rules->coordinates)
      box.low.push_back(coordinate.low);
    const auto values = GetParam().solve(*rules, box, quantity, Convention::normal);
    EXPECT_TRUE(values) << (values ? "" : values.error().message);
    return values ? Solved{box, *values} : failed(box);
  }
  Solved outcomes(const std::string& game, const Position& high,
                  const rules::Parameters& parameters = {}) {
    return solve(game, high, Quantity::outcome, parameters);
  }
  Solved nimbers(const std::string& game, const Position& high) {
    return solve(game, high, Quantity::nimber);
  }

 private:
  static Solved failed(const Box& box) { return {box, Values(*box.volume(), 999)}; }
};

template <class Use>
void for_positions(const Box& box, Use use) {
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) use(box.position(rank));
}

// Guy and Smith, "The G-values of various games" (1956).
TEST_P(Facts, KaylesHasPeriod12From71On) {
  const Solved kayles = nimbers("kayles", {250});
  for (std::int64_t n = 71; n + 12 <= 250; ++n) EXPECT_EQ(kayles.at({n}), kayles.at({n + 12})) << n;
  EXPECT_NE(kayles.at({70}), kayles.at({82}));
}

// Guy and Smith again: 0.07 repeats from 53 on, and 0.137 is the same one place earlier.
TEST_P(Facts, DawsonsKaylesHasPeriod34From52On) {
  const Solved chess = nimbers("dawsons_kayles", {200});
  const Solved kayles = nimbers("0.07", {201});
  for (std::int64_t n = 0; n <= 200; ++n) EXPECT_EQ(chess.at({n}), kayles.at({n + 1})) << n;
  for (std::int64_t n = 52; n + 34 <= 200; ++n) EXPECT_EQ(chess.at({n}), chess.at({n + 34})) << n;
  EXPECT_NE(chess.at({51}), chess.at({85}));
}

// C. L. Bouton (1901).
TEST_P(Facts, NimIsXor) {
  const Solved piles = nimbers("nim3", {9, 9, 9});
  for_positions(piles.box, [&](const Position& at) {
    EXPECT_EQ(piles.at(at), at[0] ^ at[1] ^ at[2]) << to_string(at);
  });
  const Solved rabbit = nimbers("rabbit_and_grass", {40});
  for (std::int64_t n = 0; n <= 40; ++n) EXPECT_EQ(rabbit.at({n}), n);
}

// Winning Ways, ch. 14.
TEST_P(Facts, RulerHasTheLargestPowerOfTwo) {
  const Solved ruler = nimbers("ruler", {130});
  for (std::int64_t n = 1; n <= 130; ++n) EXPECT_EQ(ruler.at({n}), n & -n) << n;
}

// A tower of height p q r .. with odd primes is like a heap of as many; factors of 2 are one more.
TEST_P(Facts, TowersCountTheirOddPrimeFactors) {
  const Solved towers = nimbers("tower_breakers", {200});
  for (std::int64_t n = 1; n <= 200; ++n) {
    std::uint32_t factors = n % 2 == 0 ? 1 : 0;
    std::int64_t rest = n;
    while (rest % 2 == 0) rest /= 2;
    for (std::int64_t p = 3; rest > 1; p += 2)
      for (; rest % p == 0; rest /= p) ++factors;
    EXPECT_EQ(towers.at({n}), factors) << n;
  }
}

// Codeforces 603C: what its editorial proves.
TEST_P(Facts, LiegesSplitByTheParityOfTheirCount) {
  const auto nimbers_for = [&](std::int64_t k) {
    return solve("lieges", {100}, Quantity::nimber, {{"k", k}});
  };
  const Solved even = nimbers_for(6);
  const Solved odd = nimbers_for(7);
  const std::vector<std::uint32_t> first_even{0, 1, 2}, first_odd{0, 1, 0, 1, 2};
  for (std::int64_t n = 0; n <= 100; ++n) {
    const auto at = static_cast<std::size_t>(n);
    const std::uint32_t of_even = n < 3 ? first_even[at] : n % 2 == 0 ? 1 : 0;
    const std::uint32_t of_odd = n < 5        ? first_odd[at]
                                 : n % 2 == 1 ? 0
                                              : (odd.at({n / 2}) == 1 ? 2 : 1);
    EXPECT_EQ(even.at({n}), of_even) << n;
    EXPECT_EQ(odd.at({n}), of_odd) << n;
  }
}

TEST_P(Facts, HeapsThatCountModuloSomething) {
  const Solved odd = nimbers("odd_heaps", {100});
  const Solved powers = nimbers("powers_of_two", {100});
  const Solved subtraction = nimbers("subtraction", {100});
  const Values period{0, 1, 0, 1, 2, 3, 2};  // Winning Ways, chapter 4, {1, 3, 4}
  for (std::int64_t n = 0; n <= 100; ++n) {
    EXPECT_EQ(odd.at({n}), n % 2);
    EXPECT_EQ(powers.at({n}), n % 3);
    EXPECT_EQ(subtraction.at({n}), period[static_cast<std::size_t>(n % 7)]);
  }
}

TEST_P(Facts, BashIsLostAtMultiplesOfOneMoreThanM) {
  for (std::int64_t m = 1; m <= 6; ++m) {
    const Solved bash = outcomes("bash", {50}, {{"m", m}});
    for (std::int64_t n = 0; n <= 50; ++n) EXPECT_EQ(bash.is_p({n}), n % (m + 1) == 0) << m;
  }
}

// HDU 2147: n and m both odd.
TEST_P(Facts, KikiIsLostWhereBothSidesAreOdd) {
  const Solved kiki = outcomes("kiki", {40, 40});
  for_positions(kiki.box, [&](const Position& at) {
    EXPECT_EQ(kiki.is_p(at), at[0] % 2 == 1 && at[1] % 2 == 1) << to_string(at);
  });
}

// POJ 2505: Stan wins for n in 2..9, 19..162, 325..2916, ...
TEST_P(Facts, MultiplicationIsWonInStretchesThatGrowBy18) {
  const Solved game = outcomes("multiplication", {6000});
  const auto stan_wins = [](std::int64_t n) {
    std::int64_t end = 1;
    for (std::int64_t factor = 9; end < n; factor = 18 / factor) {
      end *= factor;
      if (n <= end) return factor == 9;
    }
    return false;
  };
  for (std::int64_t n = 1; n <= 6000; ++n) EXPECT_EQ(game.is_p({n}), !stan_wins(n)) << n;
}

// HDU 1079: YES iff month + day is even, or on 30 September and 30 November.
TEST_P(Facts, CalendarFollowsItsClosedFormOnEveryDate) {
  using namespace std::chrono;
  const Solved calendar = outcomes("calendar", {2001, 12, 31});
  const sys_days last = year{2001} / November / 4;
  std::int64_t dates = 0;
  for (sys_days day = year{1900} / January / 1; day <= last; day += days{1}, ++dates) {
    const year_month_day date(day);
    const std::int64_t y = int{date.year()}, m = unsigned{date.month()}, d = unsigned{date.day()};
    const bool yes = (m + d) % 2 == 0 || (d == 30 && (m == 9 || m == 11));
    EXPECT_EQ(calendar.is_p({y, m, d}), !yes) << y << "-" << m << "-" << d;
  }
  EXPECT_EQ(dates, 37198);
}

// A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm" (1969): won
// where the quotient exceeds the golden ratio; equal numbers are won at once.
TEST_P(Facts, EuclidIsLostBelowTheGoldenRatio) {
  const Solved euclid = outcomes("euclid", {40, 40});
  for_positions(euclid.box, [&](const Position& at) {
    const std::int64_t a = std::max(at[0], at[1]), b = std::min(at[0], at[1]);
    const bool below = a * a < a * b + b * b;
    EXPECT_EQ(euclid.is_p(at), b == 0 || (a != b && below)) << to_string(at);
  });
}

// D. Gale, "A curious Nim-type game" (1974).
TEST_P(Facts, ChompRectanglesAreWonAndTwoRowsAreLostOneApart) {
  const Solved chomp = outcomes("chomp3", {12, 12, 12});
  for (std::int64_t a = 1; a <= 12; ++a) {
    for (std::int64_t b = 0; b <= a; ++b) EXPECT_EQ(chomp.is_p({a, b, 0}), a == b + 1);
    EXPECT_FALSE(chomp.is_p({a, a, a}));
  }
  EXPECT_TRUE(chomp.is_p({3, 1, 1}));
}

// A sheet of width 2 can only be cut across, into lengths of at least 2. Two less than the
// length is a row from which each cut takes two neighbours: Dawson's Kayles, 0.07.
TEST_P(Facts, NarrowSheetsAreDawsonsKayles) {
  const Solved sheets = nimbers("cutting", {2, 60});
  const Solved kayles = nimbers("0.07", {58});
  for (std::int64_t h = 2; h <= 60; ++h) EXPECT_EQ(sheets.at({2, h}), kayles.at({h - 2})) << h;
}

INSTANTIATE_TEST_SUITE_P(Solvers, Facts, testing::ValuesIn(support::box_solvers()),
                         support::solver_name<testing::TestParamInfo<BoxSolver>>);

}  // namespace
}  // namespace grundy::catalogue_test
