#include "base/digest.hpp"

#include <fmt/format.h>

namespace grundy {
namespace {

// Output number `number` of SplitMix64 with seed 0: the finalizer of MurmurHash3 (Austin Appleby,
// public domain), variant 13 of David Stafford, "Better Bit Mixing" (2011).
constexpr std::uint64_t random_word(std::uint64_t number) noexcept {
  std::uint64_t word = (number + 1) * 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

// Numbers of factors: 32 i + 4 axis + 2 if coarse + 1 in the second set.
Residues factors(std::int64_t index, std::size_t axis, bool coarse) noexcept {
  const std::uint64_t number = 32 * static_cast<std::uint64_t>(index) + 4 * axis + 2 * coarse;
  return {random_word(number) % Residues::prime, random_word(number + 1) % Residues::prime};
}

}  // namespace

std::string Digest::hex() const {
  return fmt::format("{:016x}{:016x}", sum_.first, sum_.second);
}

Residues digest_fine(std::size_t axis, std::int64_t index) noexcept {
  return factors(index % digest_period, axis, false);
}

Residues digest_coarse(std::size_t axis, std::int64_t index) noexcept {
  return factors(index / digest_period, axis, true);
}

}  // namespace grundy
