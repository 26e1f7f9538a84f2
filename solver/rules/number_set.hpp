// rules/number_set.hpp: sets of numbers, listed or named, and the primes.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace grundy::rules {

// A set of integers, ascending: the listed ones, or a named infinite set.
//   odd 1 3 5 ..   even 2 4 6 ..   fibonacci 1 2 3 5 8 ..   squares 1 4 9 ..
//   factorials 1 2 6 24 ..   primes 2 3 5 7 ..   powers(b) 1 b b^2 ..  (b >= 2)
struct NumberSet {
  enum class Kind : std::uint8_t {
    listed,
    odd,
    even,
    fibonacci,
    squares,
    factorials,
    primes,
    powers
  };
  Kind kind = Kind::listed;
  std::int64_t base = 0;             // of powers
  std::vector<std::int64_t> listed;  // ascending, no repeats

  // The members m with low <= m <= high, ascending; exact up to 2^63 - 1. The result must fit
  // memory, so check high - low first. Primes also take time, see primes_between.
  std::vector<std::int64_t> members(std::int64_t low, std::int64_t high) const;

  friend bool operator==(const NumberSet&, const NumberSet&) = default;
};

struct NamedSet {
  std::string_view name;
  NumberSet::Kind kind;
};
inline constexpr std::array<NamedSet, 7> named_sets = {{
    {"odd", NumberSet::Kind::odd},
    {"even", NumberSet::Kind::even},
    {"fibonacci", NumberSet::Kind::fibonacci},
    {"squares", NumberSet::Kind::squares},
    {"factorials", NumberSet::Kind::factorials},
    {"primes", NumberSet::Kind::primes},
    {"powers", NumberSet::Kind::powers},
}};

// The primes p with low <= p <= high, ascending. Up to 10^12 a segmented sieve of
// Eratosthenes, O(sqrt(high) + (high - low) log log high); beyond, a primality test
// for every odd number of the interval. Memory: a bit for each number of a segment.
std::vector<std::int64_t> primes_between(std::int64_t low, std::int64_t high);

// For each number 0 .. high its least prime factor, or 0 for primes, 0 and 1. O(high log log high).
// Requires 0 <= high < 2^32.
std::vector<std::uint16_t> least_prime_factors(std::int64_t high);

}  // namespace grundy::rules
