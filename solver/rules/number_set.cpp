// NumberSet: which numbers a set holds. Everything here is exact up to 2^63 - 1.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "rules/primes.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

// first, next(first), .. as long as they do not exceed `high`. `next` returns false
// where the following member is beyond 2^63 - 1.
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

}  // namespace grundy::rules
