// table/bytes.hpp: integers in files, least significant byte first.
#pragma once
#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace grundy::table {

template <std::unsigned_integral Integer>
void append_little_endian(std::vector<std::byte>& out, Integer value) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    out.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xff));
}

template <std::unsigned_integral Integer>
Integer read_little_endian(std::span<const std::byte> bytes) noexcept {
  assert(bytes.size() >= sizeof(Integer));
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    value |= static_cast<Integer>(std::to_integer<Integer>(bytes[i]) << (8 * i));
  return value;
}

}  // namespace grundy::table
