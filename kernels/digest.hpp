// kernels/digest.hpp: the digest of many positions at once (core/digest.hpp, which defines it).
//
// A position takes six multiplications of 64 bits, done in vectors by halves. Any thread may call.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::kernels {

// A sum modulo 2^128.
struct DigestSum {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  void add(std::uint64_t high_word, std::uint64_t low_word) noexcept {
    low += low_word;
    high += high_word + (low < low_word);
  }
};

// Of the positions rank, rank + 1, .. with these values, of which there are at most 2^32.
DigestSum digest_of_values(std::uint64_t rank, std::span<const std::uint32_t> values) noexcept;

// Of positions with value 0, at most 2^32.
DigestSum digest_of_zeros(std::span<const std::uint64_t> ranks) noexcept;

}  // namespace grundy::kernels
