// ask/count/residue.hpp: integers modulo primes near 2^62, and integers from their residues.
#pragma once
#include <array>
#include <cstdint>

#include "ask/count/amount.hpp"

namespace grundy::count {

// Modulo 2^62 - C, a prime. The sum of two fits a word, and a product is reduced by 2^62 = C.
template <std::uint64_t C>
class Residue {
 public:
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 62) - C;

  constexpr Residue() = default;
  constexpr explicit Residue(Number number) {
    if (number < 0 || number >= modulus_number) {  // seldom, and slow
      number %= modulus_number;
      if (number < 0) number += modulus_number;
    }
    value_ = static_cast<std::uint64_t>(number);
  }

  constexpr std::uint64_t value() const noexcept { return value_; }

  friend constexpr Residue operator+(Residue a, Residue b) noexcept {
    return from_twice(a.value_ + b.value_);
  }
  friend constexpr Residue operator-(Residue a, Residue b) noexcept {
    return from_twice(a.value_ + modulus - b.value_);
  }
  friend constexpr Residue operator*(Residue a, Residue b) noexcept {
    Wide product = Wide{a.value_} * b.value_;
    product = (product >> 62) * C + (product & mask);
    return from_twice(static_cast<std::uint64_t>(product >> 62) * C +
                      static_cast<std::uint64_t>(product & mask));
  }

  // 1 / *this, by Fermat's little theorem. Not for 0.
  constexpr Residue inverse() const noexcept {
    Residue result(1);
    Residue power = *this;
    for (std::uint64_t left = modulus - 2; left > 0; left /= 2) {
      if (left % 2 == 1) result = result * power;
      power = power * power;
    }
    return result;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr Number modulus_number = modulus;
  static constexpr Wide mask = (Wide{1} << 62) - 1;

  static constexpr Residue from_twice(std::uint64_t below_twice_modulus) noexcept {
    Residue result;
    const std::uint64_t less = below_twice_modulus - modulus;
    result.value_ = below_twice_modulus < modulus ? below_twice_modulus : less;
    return result;
  }

  std::uint64_t value_ = 0;
};

using First = Residue<57>;
using Second = Residue<87>;
using Third = Residue<117>;

// The integer from -2^185 to 2^185 with these residues, in this arithmetic. H. L. Garner, The
// Residue Number System, IRE Transactions on Electronic Computers EC-8, 1959.
inline Number from_residues(First a, Second b, Third c, Arithmetic& arithmetic) noexcept {
  constexpr Second first_in_second = Second(First::modulus).inverse();
  constexpr Third first_in_third = Third(First::modulus).inverse();
  constexpr Third second_in_third = Third(Second::modulus).inverse();
  const Second y = (b - Second(a.value())) * first_in_second;
  const Third z = ((c - Third(a.value())) * first_in_third - Third(y.value())) * second_in_third;
  // It is a + First::modulus * (y + Second::modulus * z), or that less the product of all three.
  Number high = z.value();
  if (z.value() > Third::modulus / 2) high -= Third::modulus;
  high = arithmetic.plus(arithmetic.times(high, Second::modulus), y.value());
  return arithmetic.plus(arithmetic.times(high, First::modulus), a.value());
}

}  // namespace grundy::count
