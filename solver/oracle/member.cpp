#include "oracle/member.hpp"

#include <algorithm>

namespace grundy::oracle {
namespace {

using Integer = std::int64_t;

// Downwards, so that nothing overflows.
bool is_fibonacci(Integer number) {
  Integer a = 4'660'046'610'375'530'309;  // the last two of 64 bits
  Integer b = 7'540'113'804'746'346'429;
  while (b > number) {
    const Integer before = b - a;
    b = a;
    a = before;
  }
  return b == number;
}

bool is_square(Integer number) {
  Integer root = 1, most = 3'037'000'499;  // whose square is the last of 64 bits
  while (root < most) {
    const Integer middle = (root + most) / 2;
    if (middle * middle < number)
      root = middle + 1;
    else
      most = middle;
  }
  return root * root == number;
}

bool is_factorial(Integer number) {
  Integer rest = number;
  for (Integer factor = 2; rest > 1; ++factor) {
    if (rest % factor != 0) return false;
    rest /= factor;
  }
  return true;
}

bool is_prime(Integer number) {
  for (Integer divisor = 2; divisor <= number / divisor; ++divisor)
    if (number % divisor == 0) return false;
  return number >= 2;
}

bool is_power(Integer base, Integer number) {
  while (number % base == 0) number /= base;
  return number == 1;
}

}  // namespace

bool is_member(const rules::NumberSet& set, Integer number) {
  using Kind = rules::NumberSet::Kind;
  if (set.kind == Kind::listed)
    return std::find(set.listed.begin(), set.listed.end(), number) != set.listed.end();
  if (number < 1) return false;
  switch (set.kind) {
    case Kind::odd:
      return number % 2 == 1;
    case Kind::even:
      return number % 2 == 0;
    case Kind::fibonacci:
      return is_fibonacci(number);
    case Kind::squares:
      return is_square(number);
    case Kind::factorials:
      return is_factorial(number);
    case Kind::primes:
      return is_prime(number);
    default:
      return is_power(set.base, number);
  }
}

}  // namespace grundy::oracle
