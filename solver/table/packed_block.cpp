#include "table/packed_block.hpp"

#include <zstd.h>

#include <algorithm>

#include "table/bytes.hpp"
#include "table/codec.hpp"

namespace grundy::table {
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

// What is zeros already is not written to: pages that nobody needs stay away.
Status unpack_block(std::span<const std::byte> packed, std::span<std::byte> block) {
  if (!packed.empty()) return decode_chunk(Codec{}, packed, block);
  if (!all_zeros(block)) std::ranges::fill(block, std::byte{0});
  return {};
}

}  // namespace grundy::table
