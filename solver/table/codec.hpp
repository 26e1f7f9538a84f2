// table/codec.hpp: one inner chunk <-> the bytes that stand in a shard.
//
// An encoded chunk is the chunk's cells (C order, little endian) compressed by
// zstd or by blosc with zstd, then the CRC-32C of the compressed bytes, 4 bytes
// little endian. Plain zstd runs at level 9 and blosc at its level 5, which it
// maps to the same zstd level 9. Any thread may call these functions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/error.hpp"

namespace grundy::table {

struct Codec {
  enum class Kind : std::uint8_t { zstd, blosc };
  // How blosc reorders bytes before it compresses; the numbers are those of c-blosc.
  enum class Shuffle : std::uint8_t { none = 0, bytes = 1, bits = 2 };

  Kind kind = Kind::zstd;
  Shuffle shuffle = Shuffle::none;  // blosc only

  friend bool operator==(const Codec&, const Codec&) = default;
};

inline constexpr int zstd_level = 9;
inline constexpr int blosc_level = 5;

// Appends the encoded chunk to `out`. `width` is the size of a cell. Fails only for want of memory.
Status encode_chunk(const Codec&, std::span<const std::byte> cells, unsigned width,
                    std::vector<std::byte>& out);

// Fills `cells`, whose size says how long the decoded chunk must be. Checks the CRC first; damage
// and a wrong length are Errc::corrupt with a message that does not name the file.
Status decode_chunk(const Codec&, std::span<const std::byte> encoded, std::span<std::byte> cells);

// The codec that makes the samples smallest in all; zstd if there are none.
Result<Codec> choose_codec(std::span<const std::vector<std::byte>> samples, unsigned width);

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;

}  // namespace grundy::table
