// base/residues.hpp: pairs of integers modulo the prime 2^61 - 1.
//
// Sums and products are taken in each component by itself. 2^61 is 1 modulo the prime, so a product
// is reduced by adding its upper bits to its lower ones.
#pragma once
#include <cstddef>
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

  // Of any integer.
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

}  // namespace grundy
