// kernels/sparse_space_find.hpp: one split of one heap, many splits at a time.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grundy::kernels {

// The least i in [from, rest / 2] such that index[i] ^ index[rest - i] == wanted, or rest / 2 + 1
// if there is none. Requires index[0 .. rest] readable and from >= 1. Any thread may call it.
std::uint64_t find_split(const std::uint8_t* index, std::uint64_t rest, std::uint64_t from,
                         std::uint8_t wanted) noexcept;

// Whether backwards[i] ^ index[i] == wanted for some i < count: the same where one part's indices
// are at hand in reverse order, 2 to 4 times as fast. Requires count to be a multiple of 128.
bool has_split(const std::uint8_t* backwards, const std::uint8_t* index, std::size_t count,
               std::uint8_t wanted) noexcept;

}  // namespace grundy::kernels
