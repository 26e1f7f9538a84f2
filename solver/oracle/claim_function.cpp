#include "oracle/claim_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "oracle/member.hpp"

namespace grundy::oracle {
namespace {

using Kind = rules::Claim::Function::Kind;

constexpr std::int64_t most_factored = 1'000'000'000'000;
constexpr std::int64_t most_counted = 2'000'000;

std::int64_t valuation(std::int64_t n, std::int64_t base) {
  std::int64_t times = 0;
  for (; n % base == 0; n /= base) ++times;
  return times;
}

std::int64_t power_part(std::int64_t n, std::int64_t base) {
  std::int64_t power = 1;
  for (; n % base == 0; n /= base) power *= base;
  return power;
}

std::int64_t digit_sum(std::int64_t n, std::int64_t base) {
  std::int64_t sum = 0;
  for (; n > 0; n /= base) sum += n % base;
  return sum;
}

// The least factor above 1.
std::int64_t least_factor(std::int64_t n) {
  for (std::int64_t k = 2; k * k <= n; ++k)
    if (n % k == 0) return k;
  return n;
}

std::int64_t prime_factors(std::int64_t n) {
  std::int64_t factors = 0;
  for (; n > 1; n /= least_factor(n)) ++factors;
  return factors;
}

// How many primes there are up to p, one of them at most most_counted. Remembers those it has met.
std::int64_t primes_up_to(std::int64_t p) {
  thread_local std::vector<std::int64_t> primes{2};
  for (std::int64_t k = primes.back() + 1; primes.back() < p; ++k)
    if (least_factor(k) == k) primes.push_back(k);
  return std::upper_bound(primes.begin(), primes.end(), p) - primes.begin();
}

Error too_large(std::int64_t n) {
  return {Errc::unsupported, fmt::format("{} is too large to be factored", n)};
}

}  // namespace

Result<std::int64_t> function_value(Kind kind, std::int64_t n, std::int64_t base) {
  if (n < 1) return 0;
  if (kind == Kind::valuation) return valuation(n, base);
  if (kind == Kind::power_part) return power_part(n, base);
  if (kind == Kind::digit_sum) return digit_sum(n, base);
  if (n == 1) return 0;
  if (n > most_factored) return too_large(n);
  if (kind == Kind::prime_factors) return prime_factors(n);
  const std::int64_t least = least_factor(n);
  return least <= most_counted ? Result(primes_up_to(least)) : too_large(n);
}

Result<std::int64_t> function_value(const rules::Claim::Function& function, std::int64_t n) {
  if (function.kind != Kind::member) return function_value(function.kind, n, function.base);
  if (function.set.kind == rules::NumberSet::Kind::primes && n > most_factored) return too_large(n);
  return std::int64_t{is_member(function.set, n)};
}

}  // namespace grundy::oracle
