// ask/count/xor_convolution.hpp: the histogram of a sum, from those of its two parts.
#pragma once
#include "ask/count/group.hpp"

namespace grundy::count {

// result[z] = the sum of a[x] * b[y] over all x ^ y = z. For histograms of n nimbers, m of those of
// the smaller one not empty: O(m n) products where that is less, else O(n log n) by the
// Walsh-Hadamard transform, which turns xor convolution into a product at each point (see
// J. Arndt, Matters Computational, 2011, chapter 23). It is exact either way: the transform is done
// modulo three primes, and 186 bits are enough to tell what exceeds the arithmetic's 127.
Histogram convolve(const Histogram& a, const Histogram& b, Arithmetic& arithmetic);

}  // namespace grundy::count
