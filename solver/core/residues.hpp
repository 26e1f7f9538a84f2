// core/residues.hpp: pairs of integers modulo the prime 2^61 - 1.
//
// Sums and products are taken in each component by itself. 2^61 is 1 modulo the prime, so a product
// is reduced by adding its upper bits to its lower ones.
#pragma once
#include <cstdint>

namespace grundy {

struct Residues {
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  __extension__ using Wide = unsigned __int128;

  std::uint64_t first = 0;  // below the prime
  std::uint64_t second = 0;

  // Of any integer below 2^122.
  static constexpr std::uint64_t reduced(Wide wide) noexcept {
    return once(static_cast<std::uint64_t>(wide & prime) + static_cast<std::uint64_t>(wide >> 61));
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

}  // namespace grundy
