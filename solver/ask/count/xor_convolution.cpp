#include "ask/count/xor_convolution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace grundy::count {
namespace {

// A product of amounts takes as long as this many steps of the transforms.
constexpr std::size_t steps_of_xor_product = 3;

bool is_empty(const Amount& amount) {
  return amount.count == 0 && amount.sum == 0;
}

std::size_t entries(const Histogram& histogram) {
  return histogram.size() - static_cast<std::size_t>(std::ranges::count_if(histogram, is_empty));
}

Histogram by_products(const Histogram& a, const Histogram& b, Arithmetic& arithmetic) {
  Histogram result(std::max(a.size(), b.size()));
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (is_empty(a[x])) continue;
    for (std::size_t y = 0; y < b.size(); ++y)
      arithmetic.add(arithmetic.product(a[x], b[y]), result[x ^ y]);
  }
  return result;
}

double bits_of_largest(const Histogram& histogram) {
  double largest = 1;
  for (const Amount& amount : histogram)
    largest = std::max({largest, std::abs(static_cast<double>(amount.count)),
                        std::abs(static_cast<double>(amount.sum))});
  return std::log2(largest);
}

Histogram by_transform(const Histogram& a, const Histogram& b, Arithmetic& arithmetic) {
  const std::size_t size = std::max(a.size(), b.size());
  const double terms = 2 * static_cast<double>(size);
  // Where all may come to so much, the product of the largest two alone exceeds 127 bits.
  if (bits_of_largest(a) + bits_of_largest(b) + std::log2(terms) > most_bits) {
    arithmetic.overflow();
    return Histogram(size);
  }
  return from_points(arithmetic, [&]<class R>(R) {
    Points<R> points = transformed<R>(a, size, arithmetic.has_sums());
    const Points<R> by = transformed<R>(b, size, arithmetic.has_sums());
    for (std::size_t m = 0; m < size; ++m) points.set(m, points[m] * by[m]);
    return points;
  });
}

}  // namespace

Histogram convolve(const Histogram& a, const Histogram& b, Arithmetic& arithmetic) {
  const std::size_t in_a = entries(a);
  const std::size_t in_b = entries(b);
  const std::size_t size = std::max(a.size(), b.size());
  const std::size_t steps = 18 * size * static_cast<std::size_t>(std::bit_width(size));
  const bool fewer_in_a = in_a * b.size() <= in_b * a.size();
  const std::size_t products = fewer_in_a ? in_a * b.size() : in_b * a.size();
  if (products * steps_of_xor_product > steps) return by_transform(a, b, arithmetic);
  return fewer_in_a ? by_products(a, b, arithmetic) : by_products(b, a, arithmetic);
}

}  // namespace grundy::count
