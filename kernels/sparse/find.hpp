// kernels/sparse/find.hpp: a split of one heap that reaches an index, many at a time.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grundy::kernels {

// The least i in [from, last] such that index[i] ^ other[-i] == wanted, or a number above `last` if
// there is none. Requires index[from .. last] and other[-last .. -from] readable. Any thread may
// call it.
std::uint64_t find_split(const std::uint8_t* index, const std::uint8_t* other, std::uint64_t from,
                         std::uint64_t last, std::uint8_t wanted) noexcept;

// Whether backwards[i] ^ index[i] == wanted for some i < count with skip[i] == 0, where skip[i] is
// 0 or 255; the last i first. Requires count to be a multiple of 128. Any thread may call it.
bool has_split(const std::uint8_t* backwards, const std::uint8_t* skip, const std::uint8_t* index,
               std::size_t count, std::uint8_t wanted) noexcept;

}  // namespace grundy::kernels
