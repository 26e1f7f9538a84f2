#include "table/codec.hpp"

#include <blosc.h>
#include <fmt/format.h>
#include <isa-l/crc.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <new>

namespace grundy::table {
namespace {

static_assert(std::endian::native == std::endian::little, "cells are stored as they lie in memory");

constexpr std::size_t checksum_bytes = 4;

struct Release {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Making a context takes long compared with a chunk of 32 KiB, so each thread keeps its own.
ZSTD_CCtx* compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, Release> context(ZSTD_createCCtx());
  return context.get();
}
ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, Release> context(ZSTD_createDCtx());
  return context.get();
}

Error out_of_memory() {
  return Error{Errc::memory, "no memory left to compress a chunk"};
}

Error damaged(std::string what) {
  return Error{Errc::corrupt, std::move(what)};
}

// Both return the compressed size, or 0 if memory runs out. Level 1, the fast one, tries runs
// first.
std::size_t compress_zstd(int level, std::span<const std::byte> cells, unsigned width,
                          std::span<std::byte> out) {
  if (level == 1)
    if (const std::size_t size = compress_runs(cells, width, out); size > 0) return size;
  if (compressor() == nullptr) return 0;
  const std::size_t size =
      ZSTD_compressCCtx(compressor(), out.data(), out.size(), cells.data(), cells.size(), level);
  return ZSTD_isError(size) ? 0 : size;
}
std::size_t compress_blosc(const Codec& codec, std::span<const std::byte> cells, unsigned width,
                           std::span<std::byte> out) {
  const char* compressor =
      codec.kind == Codec::Kind::blosc_lz4 ? BLOSC_LZ4_COMPNAME : BLOSC_ZSTD_COMPNAME;
  const int size = blosc_compress_ctx(codec.level, static_cast<int>(codec.shuffle), width,
                                      cells.size(), cells.data(), out.data(), out.size(),
                                      compressor, /*blocksize=*/0, /*numinternalthreads=*/1);
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

std::size_t largest_encoding(std::size_t cells) {
  return std::max(ZSTD_compressBound(cells), cells + BLOSC_MAX_OVERHEAD);
}

constexpr std::array candidates = {Codec{Codec::Kind::blosc_lz4, Codec::Shuffle::bits, 9},
                                   Codec{Codec::Kind::zstd, Codec::Shuffle::none, 1},
                                   Codec{Codec::Kind::zstd, Codec::Shuffle::none, 9}};

// The encoded size of all samples; or some size above `most`, if encoding stopped there.
Result<std::size_t> encoded_size(const Codec& codec,
                                 std::span<const std::vector<std::byte>> samples, unsigned width,
                                 std::size_t most) {
  std::size_t size = 0;
  std::vector<std::byte> encoded;
  for (auto sample = samples.begin(); sample != samples.end() && size <= most; ++sample) {
    encoded.clear();
    if (Status s = encode_chunk(codec, *sample, width, encoded); !s) return s.error();
    size += encoded.size();
  }
  return size;
}

Status decompress_zstd(std::span<const std::byte> from, std::span<std::byte> cells) {
  if (decompressor() == nullptr) return out_of_memory();
  const std::size_t size =
      ZSTD_decompressDCtx(decompressor(), cells.data(), cells.size(), from.data(), from.size());
  if (ZSTD_isError(size)) return damaged(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  if (size != cells.size())
    return damaged(fmt::format("decodes to {} bytes, expected {}", size, cells.size()));
  return {};
}

Status decompress_blosc(std::span<const std::byte> from, std::span<std::byte> cells) {
  std::size_t size = 0;
  if (blosc_cbuffer_validate(from.data(), from.size(), &size) != 0)
    return damaged("not a blosc buffer");
  if (size != cells.size())
    return damaged(fmt::format("decodes to {} bytes, expected {}", size, cells.size()));
  const int got = blosc_decompress_ctx(from.data(), cells.data(), cells.size(), 1);
  if (got < 0 || static_cast<std::size_t>(got) != size) return damaged("blosc cannot decode it");
  return {};
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  std::uint32_t crc = 0xffffffff;
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min(bytes.size(), most));
    // isa-l takes a pointer to non-const, but only reads.
    auto* data = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(part.data()));
    crc = crc32_iscsi(data, static_cast<int>(part.size()), crc);
    bytes = bytes.subspan(part.size());
  }
  return ~crc;
}

Status encode_chunk(const Codec& codec, std::span<const std::byte> cells, unsigned width,
                    std::vector<std::byte>& out) {
  thread_local Scratch scratch;
  const auto room = scratch.take(largest_encoding(cells.size()));
  const std::size_t size = codec.kind == Codec::Kind::zstd
                               ? compress_zstd(codec.level, cells, width, room)
                               : compress_blosc(codec, cells, width, room);
  if (size == 0) return out_of_memory();
  const auto encoded = room.first(size);
  out.insert(out.end(), encoded.begin(), encoded.end());
  append_little_endian(out, crc32c(encoded));
  return {};
}

Status decode_chunk(const Codec& codec, std::span<const std::byte> encoded,
                    std::span<std::byte> cells) {
  if (encoded.size() <= checksum_bytes)
    return damaged(fmt::format("{} bytes, too short for a chunk", encoded.size()));
  const auto body = encoded.first(encoded.size() - checksum_bytes);
  const auto stored = read_little_endian<std::uint32_t>(encoded.subspan(body.size()));
  if (const std::uint32_t found = crc32c(body); found != stored)
    return damaged(fmt::format("CRC-32C is {:08x}, stored {:08x}", found, stored));
  return codec.kind == Codec::Kind::zstd ? decompress_zstd(body, cells)
                                         : decompress_blosc(body, cells);
}

Result<Trial> choose_codec(std::span<const std::vector<std::byte>> samples, unsigned width) {
  Trial best{{}, std::numeric_limits<std::size_t>::max()};
  for (const Codec& codec : candidates) {
    const std::size_t bound = codec.level == 9 && codec.kind == Codec::Kind::zstd
                                  ? best.bytes - best.bytes / 5
                                  : best.bytes;
    const auto size = encoded_size(codec, samples, width, bound);
    if (!size) return size.error();
    if (*size < bound) best = {codec, *size};
  }
  return best;
}

bool some_codec_fits(std::span<const std::vector<std::byte>> samples, unsigned width,
                     std::size_t bytes) {
  return std::ranges::any_of(candidates, [&](const Codec& codec) {
    const auto size = encoded_size(codec, samples, width, bytes);
    return size && *size <= bytes;
  });
}

namespace {

constexpr int fast_level = 1;

bool all_zeros(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

Status pack_block(std::span<const std::byte> block, std::vector<std::byte>& packed) {
  packed.clear();
  if (all_zeros(block)) return {};
  packed.resize(ZSTD_compressBound(block.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), block.data(), block.size(), fast_level);
  if (ZSTD_isError(size)) return Error{Errc::memory, "no memory left to compress the state"};
  packed.resize(size);
  append_little_endian(packed, crc32c(packed));
  return {};
}

// A block that holds zeros already is not written to, so that its pages need no memory.
Status unpack_block(std::span<const std::byte> packed, std::span<std::byte> block) {
  if (!packed.empty()) return decode_chunk(Codec{}, packed, block);
  if (!all_zeros(block)) std::ranges::fill(block, std::byte{0});
  return {};
}

}  // namespace grundy::table
