// Relations of digits against brute force on small numbers: arithmetic, the operations, and random
// formulas with all that rules and claims have, against the oracle.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "law/automata/arithmetic.hpp"
#include "law/automata/choose.hpp"
#include "law/automata/dfa.hpp"
#include "law/automata/game.hpp"
#include "law/automata/points.hpp"
#include "oracle/evaluate.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::automata {
namespace {

using testing::ElementsAre;

const std::vector<Numeration> numerations{Numeration::base(2),      Numeration::base(3),
                                          Numeration::base(10),     Numeration::quadratic(1),
                                          Numeration::quadratic(2), Numeration::quadratic(3)};

using Point = std::vector<std::int64_t>;

// All points with coordinates 0 .. end - 1.
std::vector<Point> points(std::size_t dimensions, std::int64_t end) {
  std::vector<Point> all = {{}};
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    std::vector<Point> longer;
    for (const Point& point : all)
      for (std::int64_t n = 0; n < end; ++n) {
        longer.push_back(point);
        longer.back().push_back(n);
      }
    all = std::move(longer);
  }
  return all;
}

void expect_relation(const Algebra& algebra, const Dfa& dfa, std::size_t dimensions,
                     std::int64_t end, const std::function<bool(const Point&)>& holds) {
  EXPECT_FALSE(algebra.is_spent());
  ASSERT_EQ(dfa.tracks.size(), dimensions);
  for (const Point& point : points(dimensions, end))
    ASSERT_EQ(has(algebra, dfa, point), holds(point))
        << to_string(algebra.numeration()) << testing::PrintToString(point);
}

TEST(Automata, NumbersHaveOneWordEach) {
  for (const Numeration& numeration : numerations)
    for (std::int64_t n = 0; n < 3000; n += 1 + n / 50) {
      const auto digits = digits_of(numeration, n);
      EXPECT_EQ(number_of(numeration, digits), n);
      for (std::size_t i = 1; i < digits.size(); ++i)
        EXPECT_TRUE(numeration.may_follow(digits[i - 1], digits[i])) << n;
    }
  EXPECT_THAT(digits_of(Numeration::quadratic(1), 11), ElementsAre(1, 0, 1, 0, 0));
  EXPECT_THAT(digits_of(Numeration::quadratic(2), 6), ElementsAre(2, 0));
  const auto far = digits_of(Numeration::quadratic(1), 1'000'000'000'000'000'000);
  EXPECT_EQ(number_of(Numeration::quadratic(1), far), 1'000'000'000'000'000'000);
}

TEST(Automata, CompareSums) {
  std::mt19937_64 random(1960);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (const Numeration& numeration : numerations)
    for (int i = 0; i < 60; ++i) {
      Algebra algebra(numeration);
      const std::size_t dimensions = 1 + random() % 3;
      Linear sum = Linear::number(between(-40, 40));
      while (sum.factors.size() < dimensions)
        if (const std::int64_t factor = between(-4, 4); factor != 0)
          sum.factors.emplace(static_cast<Track>(random() % 5), factor);
      const auto value = [&](const Point& point) {
        std::int64_t all = sum.constant;
        std::size_t axis = 0;
        for (const auto& [track, factor] : sum.factors) all += factor * point[axis++];
        return all;
      };
      const std::int64_t end = dimensions == 1 ? 100 : dimensions == 2 ? 40 : 12;
      const std::int64_t m = between(1, 7);
      expect_relation(algebra, compared(algebra, sum, Is::zero), dimensions, end,
                      [&](const Point& point) { return value(point) == 0; });
      expect_relation(algebra, compared(algebra, sum, Is::at_most_zero), dimensions, end,
                      [&](const Point& point) { return value(point) <= 0; });
      expect_relation(algebra, is_multiple(algebra, sum, m), dimensions, end,
                      [&](const Point& point) { return value(point) % m == 0; });
    }
}

TEST(Automata, CombineBits) {
  for (const std::int64_t base : {2, 4, 8})
    for (const Bits bits : {Bits::conjunction, Bits::disjunction, Bits::exclusive})
      for (const Flips flips :
           {Flips{}, Flips{true, false}, Flips{false, true}, Flips{true, true}}) {
        Algebra algebra(Numeration::base(base));
        expect_relation(algebra, bitwise(algebra, bits, flips, 1, 4, 6), 3, 17,
                        [&](const Point& at) {
                          const std::int64_t x = flips.x ? ~at[0] : at[0];
                          const std::int64_t y = flips.y ? ~at[1] : at[1];
                          const std::int64_t z = bits == Bits::conjunction   ? x & y
                                                 : bits == Bits::disjunction ? x | y
                                                                             : x ^ y;
                          EXPECT_EQ(z < 0, is_flipped(bits, flips));
                          return (z < 0 ? ~z : z) == at[2];
                        });
      }
}

std::int64_t valuation(std::int64_t n, std::int64_t base) {
  std::int64_t times = 0;
  for (; n > 0 && n % base == 0; n /= base) ++times;
  return times;
}

TEST(Automata, KnowPowersAndDigits) {
  for (const std::int64_t p : {2, 3, 10}) {
    Algebra algebra(Numeration::base(p));
    for (std::size_t step = 1; step <= 3; ++step) {
      const auto base = static_cast<std::int64_t>(std::pow(p, step));
      expect_relation(algebra, powers(algebra, 0, step), 1, 1100, [&](const Point& at) {
        std::int64_t n = at[0];
        while (n > 0 && n % base == 0) n /= base;
        return n == 1;
      });
      for (std::int64_t k = 0; k < 3; ++k)
        expect_relation(algebra, valuation_is(algebra, 0, step, 3, k), 1, 1100,
                        [&](const Point& at) { return valuation(at[0], base) % 3 == k; });
    }
    for (std::int64_t k = 0; k < 4; ++k)
      expect_relation(algebra, digit_sum_is(algebra, 0, 4, k), 1, 1100, [&](const Point& at) {
        std::int64_t sum = 0;
        for (std::int64_t n = at[0]; n > 0; n /= p) sum += n % p;
        return sum % 4 == k;
      });
    for (const bool swapped : {false, true})
      expect_relation(algebra, power_part(algebra, swapped ? 1 : 0, swapped ? 0 : 1), 2, 40,
                      [&](const Point& at) {
                        const std::int64_t n = at[swapped ? 1 : 0], part = at[swapped ? 0 : 1];
                        std::int64_t power = n == 0 ? 0 : 1;
                        for (std::int64_t k = valuation(n, p); k > 0; --k) power *= p;
                        return part == power;
                      });
  }
}

TEST(Automata, KnowFibonacciNumbersAndMultiplesOfIrrationalOnes) {
  Algebra algebra(Numeration::quadratic(1));
  expect_relation(algebra, fibonacci(algebra, 3), 1, 300, [](const Point& at) {
    return std::ranges::count(
               std::vector<std::int64_t>{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}, at[0]) == 1;
  });
  for (std::int64_t p = 1; p <= 4; ++p) {
    Algebra other(Numeration::quadratic(p));
    const auto at_most = [&](std::int64_t m, std::int64_t k) {  // m <= k r
      return m * m + (p - 2) * m * k - p * k * k <= 0;
    };
    for (const bool swapped : {false, true})
      expect_relation(other, beatty(other, swapped ? 4 : 2, swapped ? 2 : 4), 2, 120,
                      [&](const Point& at) {
                        const std::int64_t k = at[swapped ? 1 : 0], m = at[swapped ? 0 : 1];
                        return at_most(m, k) && !at_most(m + 1, k);
                      });
  }
}

TEST(Automata, CompareWithLargeConstants) {
  for (const Numeration& numeration : numerations) {
    Algebra algebra(numeration);
    for (const std::int64_t c : std::vector<std::int64_t>{65, 1000, 987'654'321'012}) {
      const Linear less{{{0, 3}, {1, -1}}, c};
      const Linear more{{{0, -3}, {1, 1}}, -c};
      const Dfa at_least = algebra.both(compared(algebra, more, Is::at_most_zero),
                                        compared(algebra, less, Is::at_most_zero));
      EXPECT_EQ(at_least, compared(algebra, less, Is::zero));
      EXPECT_EQ(at_least, compared(algebra, more, Is::zero));
      for (const int a : {0, 1, 5, 1000})
        for (const int off : {-2, -1, 0, 1}) {
          EXPECT_EQ(has(algebra, at_least, {a, 3 * a + c + off}), off == 0);
          EXPECT_EQ(has(algebra, compared(algebra, less, Is::at_most_zero), {a, 3 * a + c + off}),
                    off >= 0);
        }
    }
    EXPECT_FALSE(algebra.is_spent());
  }
}

// Products of factors, digits and roots may leave 64 bits, as those of 2^52 in base 64.
TEST(Automata, CompareWithLargeFactorsOrGiveUp) {
  for (const std::int64_t base : {2, 10, 64, 1000})
    for (int bits = 2; bits <= 52; bits += 2) {
      const std::int64_t factor = std::int64_t{1} << bits;
      const auto expect = [&](const auto& relation, std::vector<std::int64_t> numbers) {
        Algebra algebra(Numeration::base(base));
        const Dfa dfa = relation(algebra);
        EXPECT_TRUE(bits > 8 || !algebra.is_spent());
        if (algebra.is_spent()) return;
        for (const std::int64_t n : numbers)
          EXPECT_EQ(has(algebra, dfa, {n}), n == 0) << base << " " << bits;
      };
      const std::vector<std::int64_t> numbers = {0, 1, 2, 1024, 131'072, 262'144, 1'000'000};
      expect([&](Algebra& a) { return compared(a, {{{0, factor}}, 0}, Is::zero); }, numbers);
      expect(
          [&](Algebra& a) {
            return compared(a, {{{0, factor}}, 0}, Is::at_most_zero);
          },
          numbers);
    }
  for (const std::int64_t m : {std::int64_t{1} << 60, std::numeric_limits<std::int64_t>::max()}) {
    Algebra algebra(Numeration::base(64));
    is_multiple(algebra, {{{0, 1}}, 0}, m);
    EXPECT_TRUE(algebra.is_spent());
  }
}

// For all y <= 2 x there is z with x + 2 y = 3 z or z + 5 = x: by brute force, z is small.
TEST(Automata, Quantify) {
  for (const Numeration& numeration : numerations) {
    Algebra algebra(numeration);
    const Dfa one = compared(algebra, {{{0, 1}, {1, 2}, {2, -3}}, 0}, Is::zero);
    const Dfa other = compared(algebra, {{{0, -1}, {2, 1}}, 5}, Is::zero);
    const Dfa small = compared(algebra, {{{0, -2}, {1, 1}}, 0}, Is::at_most_zero);
    const Dfa some = algebra.exists(algebra.either(one, other), {2});
    const Dfa all =
        algebra.negation(algebra.exists(algebra.both(small, algebra.negation(some)), {1}));
    expect_relation(algebra, some, 2, 30,
                    [](const Point& at) { return (at[0] + 2 * at[1]) % 3 == 0 || at[0] >= 5; });
    expect_relation(algebra, all, 1, 60, [](const Point& at) { return at[0] == 0 || at[0] >= 5; });
    // Tracks that go may have more digits than those that stay.
    const Dfa longer = compared(algebra, {{{0, 50}, {1, -1}}, 7}, Is::zero);
    expect_relation(algebra, algebra.exists(longer, {1}), 1, 30, [](const Point&) { return true; });
    EXPECT_EQ(algebra.exists(longer, {1}), algebra.numbers({0}));
    EXPECT_EQ(algebra.exists({one, other, small}, {0}),
              algebra.exists(algebra.all_of({small, one, other}), {1, 2}));
    EXPECT_TRUE(is_empty(algebra.both(some, algebra.negation(some))));
    EXPECT_EQ(algebra.renamed(one, {{0, 7}, {1, 3}, {2, 5}}),
              compared(algebra, {{{7, 1}, {3, 2}, {5, -3}}, 0}, Is::zero));
  }
}

TEST(Automata, GiveUpWhereTheyWouldBeTooLarge) {
  Algebra algebra(Numeration::base(10));
  Dfa all = Algebra::always(true);
  for (Track track = 0; track < 12; ++track)
    all = algebra.both(all, compared(algebra, {{{track, 1}, {track + 1, -3}}, 0}, Is::zero));
  EXPECT_TRUE(algebra.is_spent());
  Algebra other(Numeration::base(2));
  sum(other, Linear::number(std::int64_t{1} << 52), Linear::number(1));
  EXPECT_TRUE(other.is_spent());
}

TEST(Automata, TellTheLeastPoint) {
  for (const Numeration& numeration : numerations) {
    Algebra algebra(numeration);
    const std::vector<Linear> coordinates = {Linear::track(0), {{{1, 1}}, -7}};
    const Dfa far = compared(algebra, {{{0, -1}, {1, -1}}, 1'000'003}, Is::at_most_zero);
    const Dfa odd = is_multiple(algebra, {{{0, 1}}, 1}, 2);
    EXPECT_EQ(least_point(algebra, algebra.both(far, odd), coordinates), (Position{1, 999'995}));
    EXPECT_EQ(least_point(algebra, algebra.both(far, algebra.negation(far)), coordinates),
              std::nullopt);
  }
}

// Random numbers and conditions in the words of claims.
class Writer {
 public:
  Writer(std::uint64_t seed, Numeration numeration)
      : random_(seed), is_base_(numeration.is_base()), p_(numeration.p) {}

  std::string claim() {
    if (below(2) == 0) return "P when " + condition(2);
    return fmt::format("nimber = {} when {}, {} when {}, {}", number(2), condition(1), number(1),
                       condition(1), number(1));
  }

  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(end));
  }

  std::string number(int depth) {
    if (depth == 0) return below(3) == 0 ? std::to_string(below(9)) : below(2) == 0 ? "a" : "b";
    const std::string x = number(depth - 1), y = number(depth - 1);
    const bool has_bits = is_base_ && p_ == 2;
    switch (below(has_bits ? 11 : is_base_ ? 9 : 7)) {
      case 0:
        return fmt::format("({} + {})", x, y);
      case 1:
        return fmt::format("({} - {})", x, y);
      case 2:
        return fmt::format("{} * {}", 1 + below(3), number(0));
      case 3:
        return fmt::format("min({}, {})", x, y);
      case 4:
        return fmt::format("max({}, {})", x, y);
      case 5:
        return fmt::format("floor({} / {})", x, 1 + below(4));
      case 6:
        return fmt::format("({} mod {})", x, 1 + below(5));
      case 7:
        return fmt::format("power_part({}, {})", x, p_);
      case 8:
        return fmt::format("(valuation({}, {}) mod 3)", x, p_);
      default:
        return fmt::format("({} bxor {})", x, y);
    }
  }

  std::string condition(int depth) {
    if (depth > 0 && below(3) > 0) {
      const std::string x = condition(depth - 1), y = condition(depth - 1);
      return below(2) == 0   ? fmt::format("({} and {})", x, y)
             : below(2) == 0 ? fmt::format("({} or {})", x, y)
                             : fmt::format("(not ({}) or {})", x, y);
    }
    if (below(4) == 0)
      return fmt::format("{} {}in {}", number(1), below(2) == 0 ? "not " : "",
                         below(2) == 0 ? "odd"
                         : is_base_    ? fmt::format("powers({})", p_)
                                       : "fibonacci");
    const std::vector<std::string> comparisons{"=", "!=", "<", "<=", ">", ">="};
    return fmt::format("{} {} {}", number(1), comparisons[static_cast<std::size_t>(below(6))],
                       number(static_cast<int>(below(2))));
  }

 private:
  std::mt19937_64 random_;
  bool is_base_;
  std::int64_t p_;
};

TEST(Automata, SayWhatRandomClaimsSay) {
  const rules::Rules rules = rules::parsed("game g(a in -5 .., b)\n (a, b) -> (a - 1, b)\n");
  std::size_t compared = 0;
  for (const Numeration& numeration :
       {Numeration::base(2), Numeration::base(3), Numeration::quadratic(1)})
    for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
      const std::string text = Writer(seed, numeration).claim();
      const auto claim = rules::parse_claim(text, rules);
      ASSERT_TRUE(claim) << claim.error().message;
      Algebra algebra(numeration);
      std::string outside;
      const auto game = game_of(algebra, rules, outside);
      ASSERT_TRUE(game);
      const auto law = law_of(algebra, *game, rules, *claim, outside);
      ASSERT_TRUE(law || algebra.is_spent()) << outside << ": " << text;
      if (!law) continue;
      ++compared;
      for (const Point& at : points(2, 26)) {
        const auto says = oracle::claimed(*claim, {at[0] - 5, at[1]});
        ASSERT_TRUE(says) << text;
        if (claim->quantity == Quantity::outcome) {
          ASSERT_EQ(has(algebra, *law, at), *says == static_cast<std::int64_t>(Outcome::P))
              << text << testing::PrintToString(at);
          continue;
        }
        for (const std::int64_t v : {*says, *says + 1, *says - 1})
          if (v >= 0) {
            ASSERT_EQ(has(algebra, *law, {at[0], at[1], v}), v == *says)
                << text << testing::PrintToString(at);
          }
      }
    }
  EXPECT_GT(compared, 400u);
}

}  // namespace
}  // namespace grundy::automata
