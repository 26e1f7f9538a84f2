// kernels/sparse/find.hpp: a split of one heap that reaches an index, many at a time.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grundy::kernels {

// The least i in [from, rest / 2] such that index[i] ^ index[rest - i] == wanted, or rest / 2 + 1
// if there is none. Requires index[0 .. rest] readable and from >= 1. Any thread may call it.
std::uint64_t find_split(const std::uint8_t* index, std::uint64_t rest, std::uint64_t from,
                         std::uint8_t wanted) noexcept;

// Whether backwards[i] ^ index[i] == wanted for some i < count with skip[i] == 0, where skip[i] is
// 0 or 255; the last i first. Requires count to be a multiple of 128. Any thread may call it.
bool has_split(const std::uint8_t* backwards, const std::uint8_t* skip, const std::uint8_t* index,
               std::size_t count, std::uint8_t wanted) noexcept;

}  // namespace grundy::kernels
