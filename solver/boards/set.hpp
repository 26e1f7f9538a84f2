// boards/set.hpp: sets of vertices as W words of bits.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace grundy::boards {

template <std::size_t W>
struct Set {
  std::array<std::uint64_t, W> words{};

  static constexpr std::size_t capacity = 64 * W;

  bool has(std::size_t v) const noexcept { return (words[v / 64] >> (v % 64) & 1) != 0; }
  void add(std::size_t v) noexcept { words[v / 64] |= std::uint64_t{1} << (v % 64); }
  void remove(std::size_t v) noexcept { words[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }

  bool empty() const noexcept {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  std::size_t count() const noexcept {
    std::size_t count = 0;
    for (const std::uint64_t word : words) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  // The least member. Requires !empty().
  std::size_t first() const noexcept {
    std::size_t i = 0;
    while (words[i] == 0) ++i;
    return 64 * i + static_cast<std::size_t>(std::countr_zero(words[i]));
  }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < W; ++i)
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
        visit(64 * i + static_cast<std::size_t>(std::countr_zero(rest)));
  }
  bool contains(const Set& other) const noexcept { return other.without(*this).empty(); }
  bool meets(const Set& other) const noexcept { return !(*this & other).empty(); }
  Set without(const Set& other) const noexcept {
    Set result;
    for (std::size_t i = 0; i < W; ++i) result.words[i] = words[i] & ~other.words[i];
    return result;
  }
  friend Set operator&(const Set& a, const Set& b) noexcept {
    Set result;
    for (std::size_t i = 0; i < W; ++i) result.words[i] = a.words[i] & b.words[i];
    return result;
  }
  friend Set operator|(const Set& a, const Set& b) noexcept {
    Set result;
    for (std::size_t i = 0; i < W; ++i) result.words[i] = a.words[i] | b.words[i];
    return result;
  }
  // The members v + by, respectively v - by, that fit.
  Set up(std::size_t by) const noexcept {
    Set result;
    const std::size_t skip = by / 64, bits = by % 64;
    for (std::size_t i = W; i-- > skip;) {
      result.words[i] = words[i - skip] << bits;
      if (bits != 0 && i > skip) result.words[i] |= words[i - skip - 1] >> (64 - bits);
    }
    return result;
  }
  Set down(std::size_t by) const noexcept {
    Set result;
    const std::size_t skip = by / 64, bits = by % 64;
    for (std::size_t i = 0; i + skip < W; ++i) {
      result.words[i] = words[i + skip] >> bits;
      if (bits != 0 && i + skip + 1 < W) result.words[i] |= words[i + skip + 1] << (64 - bits);
    }
    return result;
  }
  // Finalizer of splitmix64 (Steele, Lea and Flood 2014), one round a word.
  std::uint64_t hash() const noexcept {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : words) {
      hash = (hash ^ word) + 0x9e3779b97f4a7c15;
      hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
      hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
      hash ^= hash >> 31;
    }
    return hash;
  }
  friend bool operator==(const Set& a, const Set& b) noexcept {
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < W; ++i) differing |= a.words[i] ^ b.words[i];
    return differing == 0;
  }
  friend bool operator<(const Set& a, const Set& b) noexcept {
    for (std::size_t i = W; i-- > 1;)
      if (a.words[i] != b.words[i]) return a.words[i] < b.words[i];
    return a.words[0] < b.words[0];
  }
};

}  // namespace grundy::boards
