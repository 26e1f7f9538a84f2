// table/codec.hpp: one inner chunk <-> the bytes that stand in a shard.
//
// An encoded chunk is the chunk's cells (C order, little endian) compressed by zstd or by blosc,
// then the CRC-32C of the compressed bytes, 4 bytes little endian. Any thread may call these
// functions.
#pragma once
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
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
  int level = 1;                    // in the units of zstd or blosc; decoding does not use it

  friend bool operator==(const Codec&, const Codec&) = default;
};

// Appends the encoded chunk to `out`. `width` is the size of a cell in bytes. Errc::memory, and no
// other error, if memory runs out.
Status encode_chunk(const Codec&, std::span<const std::byte> cells, unsigned width,
                    std::vector<std::byte>& out);

// Fills `cells`, whose size is that of the decoded chunk. Checks the CRC first. Damage and a wrong
// length are Errc::corrupt, with a message that does not name the file; else Errc::memory.
Status decode_chunk(const Codec&, std::span<const std::byte> encoded, std::span<std::byte> cells);

struct Trial {
  Codec codec;
  std::size_t bytes = 0;  // of all the samples, encoded
};

// The codec to use for chunks like the samples. Candidates are tried in this order:
//   blosc with lz4 and shuffled bits: good where values look random but need few bits (decodes
//   2,048
//     cells of two bytes in 3 us);
//   zstd at level 1, if that is smaller (regular values decode at 6 GB/s);
//   zstd at level 9, several times slower to write, if it saves a fifth.
// blosc with zstd is not tried, though it can be smallest: c-blosc makes a zstd context for each
// block, which takes 10 us before anything is decoded.
Result<Trial> choose_codec(std::span<const std::vector<std::byte>> samples, unsigned width);

// Whether one of these codecs encodes the samples in at most that many bytes.
bool some_codec_fits(std::span<const std::vector<std::byte>> samples, unsigned width,
                     std::size_t bytes);

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;

// Integers in files: least significant byte first.
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

// Working memory that a thread keeps from one chunk to the next. Fresh memory is cleared for each
// chunk, by us or page by page by the system, which costs as much as packing outcomes does.
class Scratch {
 public:
  // That many bytes, with unspecified contents. Invalidates earlier spans.
  std::span<std::byte> take(std::size_t bytes) {
    if (bytes > size_) bytes_ = std::make_unique_for_overwrite<std::byte[]>(size_ = bytes);
    return {bytes_.get(), bytes};
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

// Blocks of any bytes <-> a zstd frame at its fastest level and its CRC-32C: for checkpoints, which
// are read back once or never.

// Replaces the contents of `packed`; a block of zeros becomes empty. Errc::memory if memory runs
// out.
Status pack_block(std::span<const std::byte> block, std::vector<std::byte>& packed);

// Fills `block`, whose size must be that of the packed block. Errors as of decode_chunk.
Status unpack_block(std::span<const std::byte> packed, std::span<std::byte> block);

// Zstd frames of chunks that are mostly runs of equal cells.
//
// Most outcomes are N, so a chunk of them is a few hundred runs. zstd would search all of its bytes
// for matches, though here they are known: in a run each cell repeats the one before. So we pass
// the matches to zstd, which only encodes them (RFC 8878, 3.1.1.3.2). Any decoder reads the frame.
//
// Writes a frame of cells of `width` bytes to `out` and returns its size. Returns 0, in little
// time, for chunks with too many runs, and if memory or `out` does not suffice. What is written
// depends on the cells and their width alone. Any thread may call it.
std::size_t compress_runs(std::span<const std::byte> cells, unsigned width,
                          std::span<std::byte> out);

}  // namespace grundy::table
