// table/codec.hpp: one inner chunk <-> the bytes that stand in a shard.
//
// An encoded chunk is the chunk's cells (C order, little endian) compressed by
// zstd or by blosc, then the CRC-32C of the compressed bytes, 4 bytes little
// endian. Any thread may call these functions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.hpp"

namespace grundy::table {

struct Codec {
  enum class Kind : std::uint8_t { zstd, blosc_lz4, blosc_zstd };
  // How blosc reorders bytes before it compresses; the numbers are those of c-blosc.
  enum class Shuffle : std::uint8_t { none = 0, bytes = 1, bits = 2 };

  Kind kind = Kind::zstd;
  Shuffle shuffle = Shuffle::none;  // blosc only
  int level = 1;                    // as zstd or blosc counts it; readers need not know

  friend bool operator==(const Codec&, const Codec&) = default;
};

// Appends the encoded chunk to `out`. `width` is the size of a cell. Fails only for want of memory.
Status encode_chunk(const Codec&, std::span<const std::byte> cells, unsigned width,
                    std::vector<std::byte>& out);

// Fills `cells`, whose size says how long the decoded chunk must be. Checks the CRC first; damage
// and a wrong length are Errc::corrupt with a message that does not name the file.
Status decode_chunk(const Codec&, std::span<const std::byte> encoded, std::span<std::byte> cells);

struct Trial {
  Codec codec;
  std::size_t bytes = 0;  // of all the samples, encoded
};

// The codec to use for chunks like the samples, tried in this order: blosc with lz4 and shuffled
// bits, good where values look random but need few bits (decodes 2,048 cells of two bytes in 3 us);
// zstd at level 1 if that is smaller (regular values decode at 6 GB/s); zstd at level 9, several
// times slower to write, if it saves a fifth. Not tried is blosc with zstd, though it can be
// smallest: c-blosc makes a zstd context for each block, 10 us before anything is decoded.
Result<Trial> choose_codec(std::span<const std::vector<std::byte>> samples, unsigned width);

// Whether one of these codecs encodes the samples in so many bytes. Stops where none can any more.
bool some_codec_fits(std::span<const std::vector<std::byte>> samples, unsigned width,
                     std::size_t bytes);

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;

}  // namespace grundy::table
