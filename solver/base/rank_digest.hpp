// base/rank_digest.hpp: the fingerprint in tables of format 2, kept to verify them.
//
// It is the sum modulo 2^128 of mix(rank, value) over the box, where rank is the position's number
// in C order within it. For outcomes the sum runs over the P-positions only, with value 0. Later
// tables have that of base/digest.hpp.
#pragma once
#include <cstdint>
#include <string>

namespace grundy {

class RankDigest {
 public:
  constexpr RankDigest() = default;
  // Folds in one position. Constant time, no state but the sum.
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
