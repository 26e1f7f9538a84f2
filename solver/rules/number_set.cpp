#include "rules/number_set.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace grundy::rules {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

// Those of first, next(first), .. that lie in low .. high. `next` returns false if the following
// member is beyond 2^63 - 1.
std::vector<std::int64_t> growing(std::int64_t low, std::int64_t high, std::int64_t first,
                                  const std::function<bool(std::int64_t&)>& next) {
  std::vector<std::int64_t> members;
  for (std::int64_t member = first; member <= high;) {
    if (member >= low) members.push_back(member);
    if (!next(member)) break;
  }
  return members;
}

std::vector<std::int64_t> every_second(std::int64_t low, std::int64_t high, std::int64_t first) {
  low = std::max(low, first);
  if (low % 2 != first % 2) {
    if (low == largest) return {};
    ++low;
  }
  std::vector<std::int64_t> members;
  for (std::int64_t member = low; member <= high; member += 2) {
    members.push_back(member);
    if (member > largest - 2) break;
  }
  return members;
}

std::vector<std::int64_t> fibonacci(std::int64_t low, std::int64_t high) {
  std::int64_t before = 1;
  return growing(low, high, 1, [&](std::int64_t& member) {
    const std::int64_t old = member;
    const bool fits = !__builtin_add_overflow(member, before, &member);
    before = old;
    return fits;
  });
}

std::vector<std::int64_t> factorials(std::int64_t low, std::int64_t high) {
  std::int64_t factor = 1;
  return growing(low, high, 1, [&](std::int64_t& member) {
    return !__builtin_mul_overflow(member, ++factor, &member);
  });
}

std::vector<std::int64_t> powers(std::int64_t base, std::int64_t low, std::int64_t high) {
  return growing(low, high, 1, [&](std::int64_t& member) {
    return !__builtin_mul_overflow(member, base, &member);
  });
}

std::vector<std::int64_t> squares(std::int64_t low, std::int64_t high) {
  constexpr std::int64_t largest_root = 3'037'000'499;  // floor(sqrt(2^63 - 1))
  const double estimate = std::sqrt(static_cast<double>(std::max<std::int64_t>(low, 1)));
  std::int64_t root =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(estimate) - 1, 1, largest_root);
  std::vector<std::int64_t> members;
  for (; root <= largest_root && root * root <= high; ++root)
    if (root * root >= low) members.push_back(root * root);
  return members;
}

}  // namespace

std::vector<std::int64_t> NumberSet::members(std::int64_t low, std::int64_t high) const {
  if (low > high) return {};
  switch (kind) {
    case Kind::listed:
      return {std::lower_bound(listed.begin(), listed.end(), low),
              std::upper_bound(listed.begin(), listed.end(), high)};
    case Kind::odd:
      return every_second(low, high, 1);
    case Kind::even:
      return every_second(low, high, 2);
    case Kind::fibonacci:
      return fibonacci(low, high);
    case Kind::squares:
      return squares(low, high);
    case Kind::factorials:
      return factorials(low, high);
    case Kind::primes:
      return primes_between(low, high);
    case Kind::powers:
      return powers(base, low, high);
  }
  return {};
}

namespace {

__extension__ using Product = unsigned __int128;

constexpr std::int64_t sieve_limit = 1'000'000'000'000;
constexpr std::int64_t segment = 1 << 20;

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = static_cast<std::uint64_t>(Product{result} * base % modulus);
    base = static_cast<std::uint64_t>(Product{base} * base % modulus);
  }
  return result;
}

// Miller and Rabin's test for odd n > 37; the twelve primes up to 37 decide for every
// n < 3.3 * 10^24 (Sorenson and Webster, Math. Comp. 86 (2017)).
bool is_prime(std::uint64_t n) {
  const int twos = __builtin_ctzll(n - 1);
  for (const std::uint64_t base :
       std::array{2ul, 3ul, 5ul, 7ul, 11ul, 13ul, 17ul, 19ul, 23ul, 29ul, 31ul, 37ul}) {
    if (n % base == 0) return false;
    std::uint64_t x = power(base, (n - 1) >> twos, n);
    bool passes = x == 1 || x == n - 1;
    for (int i = 1; i < twos && !passes; ++i) {
      x = static_cast<std::uint64_t>(Product{x} * x % n);
      passes = x == n - 1;
    }
    if (!passes) return false;
  }
  return true;
}

// The primes up to `high`, which is small.
std::vector<std::int64_t> small_primes(std::int64_t high) {
  std::vector<bool> composite(static_cast<std::size_t>(high + 1));
  std::vector<std::int64_t> primes;
  for (std::int64_t p = 2; p <= high; ++p) {
    if (composite[static_cast<std::size_t>(p)]) continue;
    primes.push_back(p);
    for (std::int64_t m = p * p; m <= high; m += p) composite[static_cast<std::size_t>(m)] = true;
  }
  return primes;
}

void sieve_segment(std::int64_t low, std::int64_t high, const std::vector<std::int64_t>& base,
                   std::vector<std::int64_t>& primes) {
  std::vector<bool> composite(static_cast<std::size_t>(high - low + 1));
  for (const std::int64_t p : base) {
    if (p * p > high) break;
    for (std::int64_t m = std::max(p * p, (low + p - 1) / p * p); m <= high; m += p)
      composite[static_cast<std::size_t>(m - low)] = true;
  }
  for (std::int64_t n = low; n <= high; ++n)
    if (!composite[static_cast<std::size_t>(n - low)]) primes.push_back(n);
}

}  // namespace

std::vector<std::int64_t> primes_between(std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> primes;
  low = std::max<std::int64_t>(low, 2);
  const std::int64_t sieved = std::min(high, sieve_limit);
  if (low <= sieved) {
    const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(sieved))) + 1;
    const auto base = small_primes(root);
    for (std::int64_t from = low; from <= sieved; from += segment)
      sieve_segment(from, std::min(sieved, from + segment - 1), base, primes);
  }
  const std::int64_t first = std::max(low, sieve_limit + 1) | 1;
  for (auto n = static_cast<std::uint64_t>(first);
       high >= first && n <= static_cast<std::uint64_t>(high); n += 2)
    if (is_prime(n)) primes.push_back(static_cast<std::int64_t>(n));
  return primes;
}

std::vector<std::uint16_t> least_prime_factors(std::int64_t high) {
  const auto size = static_cast<std::size_t>(high) + 1;
  std::vector<std::uint16_t> least(size);
  for (std::size_t p = 2; p * p < size; ++p) {
    if (least[p] != 0) continue;
    for (std::size_t multiple = p * p; multiple < size; multiple += p)
      if (least[multiple] == 0) least[multiple] = static_cast<std::uint16_t>(p);
  }
  return least;
}

}  // namespace grundy::rules
