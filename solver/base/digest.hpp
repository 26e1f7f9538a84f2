// base/digest.hpp: the fingerprint of a table's contents, and the keys that it needs.
//
// The digest of a table is the sum of weight * key(position) over the requested box, modulo the
// prime p = 2^61 - 1, under two sets of keys. The weight is the value; for outcomes it is 1 at
// P-positions and 0 at others. A key is the product over the axes of
//
//   coarse(axis, i >> 10) * fine(axis, i & 1023)    i = coordinate less the low end of the box
//
// and each factor is an output of a generator of random numbers, addressed by its number (Steele,
// Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). The sum can be
// computed in any order and from pieces of any shape, so equal tables have equal digests however
// they were solved, stored and cut. Keys that are products make it cheap. A row along any axis
// takes one product modulo p, and sums within it are sums of products with small digits
// (DigestKeys). Positions that exchange coordinates have keys of the same factors, so the
// digest of a box is computed from the sorted positions alone (base/counts.hpp).
//
// Why different tables have different digests. For two different tables of one box the difference
// of the sums is a polynomial in the factors, of degree at most 2 d in d dimensions. It is not
// zero: different positions have different monomials, and differences of weights below p are no
// multiples of p. For random factors it vanishes with probability at most 2 d / p (Schwartz, "Fast
// probabilistic algorithms for verification of polynomial identities", J. ACM 27, 1980; on
// multilinear hashing see Lemire and Kaser, "Strongly universal string hashing is fast", Comput. J.
// 57, 2014). For two independent sets of factors that is (2 d / p)^2, below 2^-114. This does not
// protect against tables made on purpose to have some digest, because the factors are known.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "kernels/digest.hpp"

namespace grundy {

// Pairs of integers modulo the prime 2^61 - 1, added and multiplied by components. 2^61 is 1 modulo
// the prime, so a product is reduced by adding its upper bits to its lower ones.
struct Residues {
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  __extension__ using Wide = unsigned __int128;

  std::uint64_t first = 0;  // both below the prime
  std::uint64_t second = 0;

  // The residue of an integer below 2^122.
  static constexpr std::uint64_t reduced(Wide wide) noexcept {
    return once(static_cast<std::uint64_t>(wide & prime) + static_cast<std::uint64_t>(wide >> 61));
  }

  // The residue of any integer.
  static constexpr std::uint64_t reduced_fully(Wide wide) noexcept {
    return reduced((wide & prime) + (wide >> 61));
  }

  friend constexpr Residues operator+(const Residues& a, const Residues& b) noexcept {
    return {once(a.first + b.first), once(a.second + b.second)};
  }
  friend constexpr Residues operator*(const Residues& a, const Residues& b) noexcept {
    return {reduced(Wide{a.first} * b.first), reduced(Wide{a.second} * b.second)};
  }
  friend constexpr bool operator==(const Residues&, const Residues&) = default;

 private:
  static constexpr std::uint64_t once(std::uint64_t word) noexcept {
    return word >= prime ? word - prime : word;
  }
};

// A sum of products that is reduced once.
class ProductSum {
 public:
  static constexpr std::size_t most = 63;  // products, each below 2^122

  constexpr void add(const Residues& a, const Residues& b) noexcept {
    first_ += Residues::Wide{a.first} * b.first;
    second_ += Residues::Wide{a.second} * b.second;
  }
  constexpr Residues reduced() const noexcept {
    return {Residues::reduced_fully(first_), Residues::reduced_fully(second_)};
  }

 private:
  Residues::Wide first_ = 0;
  Residues::Wide second_ = 0;
};

class Digest {
 public:
  constexpr Digest() = default;

  // Adds a position. Constant time.
  constexpr void add(const Residues& key, std::uint32_t weight) noexcept {
    add(key * Residues{weight, weight});
  }
  // Adds the sum of weight * key over some positions.
  constexpr void add(const Residues& sum) noexcept { sum_ = sum_ + sum; }
  constexpr void add(const Digest& other) noexcept { add(other.sum_); }

  // The sum, to be added to the digest of other parts.
  constexpr const Residues& sum() const noexcept { return sum_; }

  // 32 hexadecimal digits: 16 for each set of keys.
  std::string hex() const;

  friend constexpr bool operator==(const Digest&, const Digest&) = default;

 private:
  Residues sum_;
};

// The weight of a value in the digest of a table of `quantity`.
constexpr std::uint32_t digest_weight(Quantity quantity, std::uint32_t value) noexcept {
  return quantity == Quantity::outcome ? value == 0 : value;
}

inline constexpr std::int64_t digest_period = 1024;  // of the fine factors

// The factors of the coordinate that is `index` above the low end of its axis.
Residues digest_fine(std::size_t axis, std::int64_t index) noexcept;
Residues digest_coarse(std::size_t axis, std::int64_t index) noexcept;

// The keys of a box, in tables. All are immutable; any number of threads may use them.

// Keys by coordinates. Takes at most 34 KiB for each axis.
class DigestKeys {
 public:
  explicit DigestKeys(const Box& box);

  // The factor of one coordinate: the key of a position is the product over its coordinates.
  Residues along(std::size_t axis, std::int64_t coordinate) const noexcept {
    return along_index(axis, coordinate - low_[axis]);
  }

  // The product of the factors of all coordinates but the last.
  Residues of_row(const Position& position) const noexcept;

  // The sum of along(axis, first + i) * weights[i]. Requires these coordinates to be in the box.
  template <class Weight>
  Residues sum_along(std::size_t axis, std::int64_t first,
                     std::span<const Weight> weights) const noexcept;

 private:
  struct Axis {
    std::int64_t extent;
    std::vector<Residues> fine;
    std::vector<std::int16_t> digits;  // of the fine factors, in the layout of kernels/digest.hpp
    std::size_t step;                  // between the digits of one factor
  };
  Residues along_index(std::size_t axis, std::int64_t index) const noexcept {
    const Axis& of = axes_[axis];
    const auto place = static_cast<std::uint64_t>(index) % digest_period;
    // If there is only one coarse factor, the fine ones include it.
    return of.extent <= digest_period ? of.fine[place]
                                      : of.fine[place] * digest_coarse(axis, index);
  }
  void add_axis(std::size_t axis, std::int64_t extent);
  template <class Weight>
  Residues stretch(std::size_t axis, std::int64_t index,
                   std::span<const Weight> weights) const noexcept;

  Position low_;
  std::vector<Axis> axes_;
};

// Keys by index on the axis, in one look-up. Takes 16 bytes a coordinate. Axes that would take more
// than 1 MiB have no table, unless there are enough `uses`.
class AxisKeys {
 public:
  explicit AxisKeys(const Box& box, std::uint64_t uses = 0);

  Residues at(std::size_t axis, std::int64_t index) const noexcept {
    const std::vector<Residues>& keys = axes_[axis];
    return keys.empty() ? digest_fine(axis, index) * digest_coarse(axis, index)
                        : keys[static_cast<std::size_t>(index)];
  }

 private:
  std::vector<std::vector<Residues>> axes_;  // those of long axes may be empty
};

// Keys of single positions, by their ranks in the box. Takes at most 1 MiB for each axis.
class RankKeys {
 public:
  // Requires box.volume().
  explicit RankKeys(const Box& box);

  Residues at(std::uint64_t rank) const noexcept;

 private:
  // Neighbouring axes whose keys are multiplied in advance, or one long axis.
  struct Block {
    std::size_t axis;            // the first axis
    std::uint64_t stride;        // of the last axis, in ranks
    std::uint64_t reciprocal;    // floor(2^64 / stride), unless the stride is 1
    std::vector<Residues> keys;  // by rank within the block; empty for a long axis
  };

  void multiply(Block& block, const Box& box, std::size_t end) const;

  std::vector<Block> blocks_;
};

// The fingerprint in tables of format 2, kept to verify them: the sum modulo 2^128 of
// mix(rank, value) over the box, by the ranks of positions. For outcomes the sum is over the
// P-positions only, with value 0. Later tables have a Digest.
class RankDigest {
 public:
  constexpr RankDigest() = default;
  // Adds one position. Constant time.
  constexpr void add(std::uint64_t rank, std::uint64_t value) noexcept {
    add_words(avalanche(rank * 0x9e3779b97f4a7c15 + value),
              avalanche(value * 0xd1b54a32d192ed03 + ~rank));
  }
  constexpr void add(const RankDigest& other) noexcept { add_words(other.high_, other.low_); }

  // 32 hexadecimal digits, most significant first.
  std::string hex() const;

  friend constexpr bool operator==(const RankDigest&, const RankDigest&) = default;

 private:
  // The finalizer of MurmurHash3 (Austin Appleby, public domain), variant 13 of
  // David Stafford, "Better Bit Mixing" (2011): a bijection of 64-bit words.
  static constexpr std::uint64_t avalanche(std::uint64_t word) noexcept {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }
  constexpr void add_words(std::uint64_t high, std::uint64_t low) noexcept {
    low_ += low;
    high_ += high + (low_ < low);
  }

  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

}  // namespace grundy
