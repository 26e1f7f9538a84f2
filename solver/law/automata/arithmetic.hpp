// law/automata/arithmetic.hpp: relations between numbers as automata.
#pragma once
#include <cstdint>
#include <map>

#include "law/automata/dfa.hpp"

namespace grundy::automata {

// A sum of tracks times factors, and a constant.
struct Linear {
  std::map<Track, std::int64_t> factors = {};  // none is 0
  std::int64_t constant = 0;

  static Linear number(std::int64_t n) { return {{}, n}; }
  static Linear track(Track track) { return {{{track, 1}}, 0}; }

  bool is_constant() const noexcept { return factors.empty(); }
  friend bool operator==(const Linear&, const Linear&) = default;
};

// Spends the algebra if a factor or the constant is beyond 2^52.
Linear sum(Algebra& algebra, const Linear& a, const Linear& b, std::int64_t times_b = 1);

enum class Is : std::uint8_t { zero, at_most_zero };

// Where the sum is 0, or at most 0.
//
// While digits are read, first ones first, the sum is A U(n) + B U(n - 1) with n digits to come
// (law/automata/numeration.hpp). (A, B) is the state. Once no digits that may come change the
// answer it is final. The other states are finitely many, as both roots of the recurrence are
// known: along the larger one states are bounded by that, and along the other one, of absolute
// value below 1, by the factors. (For base b: P. Wolper and B. Boigelot, "On the construction of
// automata from linear arithmetic constraints", 2000.)
Dfa compared(Algebra& algebra, const Linear& sum, Is is);

// Where the sum is a multiple of m >= 1.
Dfa is_multiple(Algebra& algebra, const Linear& sum, std::int64_t m);

enum class Bits : std::uint8_t { conjunction, disjunction, exclusive };

// Negative numbers are written as ~n = -1 - n.
struct Flips {
  bool x = false, y = false;
};
// Whether the bits of x and y combined are those of a negative number.
bool is_flipped(Bits bits, Flips flips);
// z is the bits of x and y combined; ~x, ~y and ~z stand for those that are flipped. Requires a
// base that is a power of two, and x < y < z.
Dfa bitwise(Algebra& algebra, Bits bits, Flips flips, Track x, Track y, Track z);

// The powers 1, p^step, p^(2 step), .. of the base p.
Dfa powers(Algebra& algebra, Track n, std::size_t step);

// The numbers 1, 2, 3, 5, .. Requires Fibonacci digits.
Dfa fibonacci(Algebra& algebra, Track n);

// The second number is the largest power of the base p that divides the first one, or both are 0.
Dfa power_part(Algebra& algebra, Track n, Track part);

// How many times p^step divides n, modulo m, is k. For n = 0 that count is 0.
Dfa valuation_is(Algebra& algebra, Track n, std::size_t step, std::int64_t m, std::int64_t k);

// The sum of the digits of n in base p, modulo m, is k.
Dfa digit_sum_is(Algebra& algebra, Track n, std::int64_t m, std::int64_t k);

// m = floor(k r), where r is the positive root of x * x + (p - 2) * x - p. Requires digits by the
// recurrence for p. The numbers floor(k r), k >= 1, are those whose digits end in an even count of
// zeros, and floor(k r) + p k has the same digits and a zero behind them (Fraenkel 1982).
Dfa beatty(Algebra& algebra, Track k, Track m);

}  // namespace grundy::automata
