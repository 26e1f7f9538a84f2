// base/digest.hpp: the fingerprint of a table's contents.
//
// The digest of a table is the sum of weight * key(position) over the requested box, modulo the
// prime p = 2^61 - 1, under two sets of keys. The weight is the value; for outcomes it is 1 at
// P-positions and 0 at others. A key is the product over the axes of
//
//   coarse(axis, i >> 10) * fine(axis, i & 1023)    i = coordinate less the low end of the box
//
// and each factor is an output of a generator of random numbers, known by its number (Steele, Lea
// and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). A sum can be gathered
// in any order and from pieces of any shape, so equal tables have equal digests however they were
// solved, stored and cut. Keys that are products make it cheap: a row along any axis takes one
// product modulo p, and what is summed within it are products with small digits
// (base/keys.hpp). Positions that exchange coordinates have keys of the same factors, so the
// digest of a box is found from the sorted positions alone (base/orbits.hpp).
//
// Why it tells tables apart. For two different tables of one box the difference of the sums is a
// polynomial in the factors, of degree at most 2 d in d dimensions. It is not zero: different
// positions have different monomials, and weights below p differ by what is no multiple of p. Over
// random factors it vanishes with probability at most 2 d / p (Schwartz, "Fast probabilistic
// algorithms for verification of polynomial identities", J. ACM 27, 1980; on multilinear hashing
// see Lemire and Kaser, "Strongly universal string hashing is fast", Comput. J. 57, 2014). Two
// independent sets of factors make that (2 d / p)^2, below 2^-114. It says nothing of somebody who
// makes a table to fool this sum, for the factors are known.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/residues.hpp"
#include "base/value.hpp"

namespace grundy {

class Digest {
 public:
  constexpr Digest() = default;

  // Folds in a position. Constant time, no state but the sum.
  constexpr void add(const Residues& key, std::uint32_t weight) noexcept {
    add(key * Residues{weight, weight});
  }
  // Folds in what some positions amount to.
  constexpr void add(const Residues& sum) noexcept { sum_ = sum_ + sum; }
  constexpr void add(const Digest& other) noexcept { add(other.sum_); }

  // To be sent elsewhere and added there.
  constexpr const Residues& sum() const noexcept { return sum_; }

  // 32 hexadecimal digits: 16 for each set of keys.
  std::string hex() const;

  friend constexpr bool operator==(const Digest&, const Digest&) = default;

 private:
  Residues sum_;
};

// What a value counts for in the digest of a table of `quantity`.
constexpr std::uint32_t digest_weight(Quantity quantity, std::uint32_t value) noexcept {
  return quantity == Quantity::outcome ? value == 0 : value;
}

inline constexpr std::int64_t digest_period = 1024;  // of the fine factors

// The factors of a coordinate that is `index` more than the low end of its axis.
Residues digest_fine(std::size_t axis, std::int64_t index) noexcept;
Residues digest_coarse(std::size_t axis, std::int64_t index) noexcept;

}  // namespace grundy
