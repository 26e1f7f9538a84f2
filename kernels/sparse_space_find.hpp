// kernels/sparse_space_find.hpp: the splits of one heap, many at a time.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace grundy::kernels {

// The least i in [from, rest / 2] such that index[i] ^ index[rest - i] == wanted, or rest / 2 + 1
// if there is none. Requires index[0 .. rest] readable and from >= 1. Any thread may call it.
std::uint64_t find_split(const std::uint8_t* index, std::uint64_t rest, std::uint64_t from,
                         std::uint8_t wanted) noexcept;

// A set of bytes: x is bit x / 16 % 8 of byte x % 16 + (x < 128 ? 0 : 16).
struct ByteSet {
  std::array<std::uint8_t, 32> bits{};

  static constexpr std::size_t byte_of(std::uint8_t x) noexcept { return x % 16u + x / 128u * 16u; }
  static constexpr unsigned bit_of(std::uint8_t x) noexcept { return 1u << (x / 16u % 8u); }
  void insert(std::uint8_t x) noexcept {
    bits[byte_of(x)] = static_cast<std::uint8_t>(bits[byte_of(x)] | bit_of(x));
  }
  bool erase(std::uint8_t x) noexcept {  // whether it was there
    const bool had = bits[byte_of(x)] & bit_of(x);
    bits[byte_of(x)] = static_cast<std::uint8_t>(bits[byte_of(x)] & ~bit_of(x));
    return had;
  }
};

// Removes from `wanted`, which has `size` members, backwards[i] ^ index[i] for all i < count with
// skip[i] == 0, the last i first, until it is empty; returns how many members are left. A dozen
// instructions for a vector of splits, however many members there are. skip[i] is 0 or 255.
// Requires count to be a multiple of 128. Any thread may call it.
std::size_t remove_splits(const std::uint8_t* backwards, const std::uint8_t* skip,
                          const std::uint8_t* index, std::size_t count, ByteSet& wanted,
                          std::size_t size) noexcept;

}  // namespace grundy::kernels
