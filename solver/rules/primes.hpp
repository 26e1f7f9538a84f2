// rules/primes.hpp: the primes of an interval.
#pragma once
#include <cstdint>
#include <vector>

namespace grundy::rules {

// The primes p with low <= p <= high, ascending. Up to 10^12 a segmented sieve of
// Eratosthenes, O(sqrt(high) + (high - low) log log high); beyond, a primality test
// for every odd number of the interval. Memory: a bit for each number of a segment.
std::vector<std::int64_t> primes_between(std::int64_t low, std::int64_t high);

// By number, 0 .. high: its least prime factor, or 0 for primes, 0 and 1. Requires high < 2^32.
std::vector<std::uint16_t> least_prime_factors(std::int64_t high);

}  // namespace grundy::rules
