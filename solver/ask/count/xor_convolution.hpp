// ask/count/xor_convolution.hpp: the histogram of a sum, from those of its two parts.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "ask/count/amount.hpp"
#include "ask/count/group.hpp"
#include "kernels/walsh_hadamard.hpp"

namespace grundy::count {

// result[z] = the sum of a[x] * b[y] over all x ^ y = z. For histograms of n nimbers, m of those of
// the smaller one not empty: O(m n) products where that is less, else O(n log n) by the
// Walsh-Hadamard transform, which turns xor convolution into a product at each point (see
// J. Arndt, Matters Computational, 2011, chapter 23). It is exact either way: the transform is done
// modulo three primes, and 186 bits are enough to tell what exceeds the arithmetic's 127.
Histogram convolve(const Histogram& a, const Histogram& b, Arithmetic& arithmetic);

// Integers modulo primes near 2^62, and integers from their residues.

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

// Histograms at every character of the group of nimbers, where the xor
// convolution of two is their product at each (J. Arndt, Matters Computational, 2011, chapter 23).

// Entries of histograms are exact if their number of bits, sign apart, is at most this.
constexpr double most_bits = 184;

// As an Amount, with the same sums and products.
template <class R>
struct AmountModulo {
  R count;
  R sum;

  friend AmountModulo operator+(AmountModulo a, AmountModulo b) {
    return {a.count + b.count, a.sum + b.sum};
  }
  friend AmountModulo operator-(AmountModulo a, AmountModulo b) {
    return {a.count - b.count, a.sum - b.sum};
  }
  friend AmountModulo operator*(AmountModulo a, AmountModulo b) {
    return {a.count * b.count, a.sum * b.count + a.count * b.sum};
  }
};

// Counts and sums apart, for the transform to use SIMD; without `sums` these are all 0.
template <class R>
class Points {
 public:
  Points(std::size_t size, bool sums) : counts_(size), sums_(sums ? size : 0) {}

  std::size_t size() const noexcept { return counts_.size(); }
  AmountModulo<R> operator[](std::size_t m) const {
    return {counts_[m], sums_.empty() ? R() : sums_[m]};
  }
  void set(std::size_t m, const AmountModulo<R>& point) {
    counts_[m] = point.count;
    if (!sums_.empty()) sums_[m] = point.sum;
  }

  void transform() {
    kernels::walsh_hadamard(counts_);
    kernels::walsh_hadamard(sums_);
  }

 private:
  std::vector<R> counts_;
  std::vector<R> sums_;
};

template <class R>
Points<R> transformed(const Histogram& histogram, std::size_t size, bool sums) {
  Points<R> points(size, sums);
  for (std::size_t x = 0; x < histogram.size(); ++x)
    points.set(x, {R(histogram[x].count), R(histogram[x].sum)});
  points.transform();
  return points;
}

// The histogram with the points that points_of(R()) gives for each of the three primes.
template <class PointsOf>
Histogram from_points(Arithmetic& arithmetic, PointsOf points_of) {
  const auto entries = [&](auto prime) {
    auto points = points_of(prime);
    points.transform();
    const auto part = decltype(prime)(static_cast<Number>(points.size())).inverse();
    for (std::size_t z = 0; z < points.size(); ++z)
      points.set(z, {points[z].count * part, points[z].sum * part});
    return points;
  };
  const auto first = entries(First());
  const auto second = entries(Second());
  const auto third = entries(Third());
  Histogram result(first.size());
  for (std::size_t z = 0; z < result.size(); ++z)
    result[z] = {
        from_residues(first[z].count, second[z].count, third[z].count, arithmetic),
        from_residues(first[z].sum, second[z].sum, third[z].sum, arithmetic),
    };
  return result;
}

}  // namespace grundy::count
