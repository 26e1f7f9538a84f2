// ask/count/amount.hpp: exact counts, and sums over what is counted.
//
// An amount is how many positions there are, and the sum of their coordinates. Amounts of
// positions of different kinds are added; those of independent parts are multiplied: every pair is
// one, and has the coordinates of both. Numbers are exact to 127 bits and overflow is noticed, or
// they are taken modulo something below 2^63, and then never overflow.
#pragma once
#include <cstdint>
#include <optional>

namespace grundy::count {

__extension__ using Number = __int128;  // of GCC and Clang; ISO C++ has none

struct Amount {
  Number count = 0;
  Number sum = 0;
};

// Not thread-safe: it notices overflow.
class Arithmetic {
 public:
  // Without `sums` all sums stay 0.
  Arithmetic(std::optional<std::int64_t> modulus, bool sums)
      : modulus_(modulus.value_or(0)), sums_(sums) {}

  bool has_sums() const noexcept { return sums_; }
  bool overflowed() const noexcept { return overflowed_; }
  void overflow() noexcept { overflowed_ = true; }

  void add(const Amount& a, Amount& to) noexcept {
    to.count = plus(to.count, a.count);
    if (sums_) to.sum = plus(to.sum, a.sum);
  }
  Amount product(const Amount& a, const Amount& b) noexcept {
    return {times(a.count, b.count),
            sums_ ? plus(times(a.sum, b.count), times(a.count, b.sum)) : 0};
  }
  // With one more position coordinate in each, of value x.
  Amount with(const Amount& a, std::int64_t x) noexcept {
    return {a.count, sums_ ? plus(a.sum, times(a.count, reduced(x))) : 0};
  }
  Amount one() const noexcept { return {modulus_ == 1 ? 0 : 1, 0}; }

  Number plus(Number a, Number b) noexcept {
    Number result = 0;
    overflowed_ |= __builtin_add_overflow(a, b, &result);
    return reduced(result);
  }
  Number times(Number a, Number b) noexcept {
    Number result = 0;
    overflowed_ |= __builtin_mul_overflow(a, b, &result);
    return reduced(result);
  }

 private:
  Number reduced(Number number) const noexcept {
    if (modulus_ == 0) return number;
    number %= modulus_;
    return number < 0 ? number + modulus_ : number;
  }

  Number modulus_;  // 0: none
  bool sums_;
  bool overflowed_ = false;
};

}  // namespace grundy::count
