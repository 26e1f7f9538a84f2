// count/transform.hpp: histograms at every character of the group of nimbers, where the xor
// convolution of two is their product at each (J. Arndt, Matters Computational, 2011, chapter 23).
#pragma once
#include <vector>

#include "count/group.hpp"
#include "count/residue.hpp"
#include "kernels/walsh_hadamard.hpp"

namespace grundy::count {

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

template <class R>
using Points = std::vector<AmountModulo<R>>;

template <class R>
Points<R> transformed(const Histogram& histogram, std::size_t size) {
  Points<R> points(size);
  for (std::size_t x = 0; x < histogram.size(); ++x)
    points[x] = {R(histogram[x].count), R(histogram[x].sum)};
  kernels::walsh_hadamard(points);
  return points;
}

// The histogram with the points that points_of(R()) gives for each of the three primes.
template <class PointsOf>
Histogram from_points(Arithmetic& arithmetic, PointsOf points_of) {
  const auto entries = [&](auto prime) {
    auto points = points_of(prime);
    kernels::walsh_hadamard(points);
    const auto part = decltype(prime)(static_cast<Number>(points.size())).inverse();
    for (auto& point : points) point = {point.count * part, point.sum * part};
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
