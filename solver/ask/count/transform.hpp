// ask/count/transform.hpp: histograms at every character of the group of nimbers, where the xor
// convolution of two is their product at each (J. Arndt, Matters Computational, 2011, chapter 23).
#pragma once
#include <vector>

#include "ask/count/group.hpp"
#include "ask/count/residue.hpp"
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
