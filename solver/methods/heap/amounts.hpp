// methods/heap/amounts.hpp: numbers that a move takes, as values of a polynomial.
//
//   k * k + 1  for k >= 2          3 * m - 2  for m in fibonacci
//   p * q  for p in primes, q in primes          floor(i * i * j / 3)  for i >= 2, j in squares
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::step {

// The members of a set, none of them negative; or 0, 1, .. up to `last`, or without end. A binder
// from another number on is shifted.
struct Source {
  std::optional<rules::NumberSet> set;
  std::optional<std::int64_t> last;
};

// floor(p(x) / divisor), with one number of each source. All coefficients but the constant are at
// least 1 and every source occurs, so p rises with every number. The least value is at least 1.
struct Amounts {
  struct Term {
    std::int64_t coefficient;
    std::vector<unsigned> powers;  // by source
  };
  std::vector<Term> terms;
  std::vector<Source> sources;
  std::int64_t divisor = 1;

  // The amount of these numbers, by source; nothing beyond 64 bits.
  std::optional<std::int64_t> at(const std::vector<std::int64_t>& numbers) const;
  // The least number of each source, and the greatest; nothing if a source has none.
  std::optional<std::vector<std::int64_t>> least() const;
  std::optional<std::vector<std::int64_t>> greatest() const;
};

// What a rule of one summand takes; nothing if that depends on the heap, or is no such polynomial.
// Throws std::overflow_error beyond 64 bits, as polynomials do.
std::optional<Amounts> amounts_of(const rules::Rules& rules, const rules::OptionRule& rule);

// Appends the amounts up to `largest`, in any order; those of several sources are distinct. Takes
// time by the count of choices, and `largest` / 8 bytes where there are several sources.
void append_amounts(const Amounts& amounts, std::int64_t largest, std::vector<std::int64_t>& list);

// No fewer than the amounts up to `largest`.
std::uint64_t most_amounts(const Amounts& amounts, std::int64_t largest);

}  // namespace grundy::step
