#include "table/shard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "table/bytes.hpp"

namespace grundy::table {
namespace {

constexpr std::size_t entry_bytes = 16;
constexpr std::size_t crc_bytes = 4;

}  // namespace

std::uint64_t ShardIndex::bytes(std::uint64_t chunks, std::uint64_t file_bytes) {
  // The division keeps a monstrous chunk count from overflowing the product.
  return chunks > file_bytes / entry_bytes ? file_bytes
                                           : std::min(file_bytes, chunks * entry_bytes + crc_bytes);
}

Result<ShardIndex> ShardIndex::parse(std::span<const std::byte> tail, std::uint64_t file_bytes,
                                     std::uint64_t chunks) {
  const std::uint64_t size = bytes(chunks, file_bytes);
  if (size < crc_bytes || (size - crc_bytes) / entry_bytes < chunks)
    return Error{Errc::corrupt,
                 fmt::format("{} bytes, too short for an index of {} chunks: the file is truncated",
                             file_bytes, chunks)};
  const std::uint64_t chunk_bytes = file_bytes - size;
  const ShardIndex shard(tail.last(size).first(size - crc_bytes));
  const auto stored = read_little_endian<std::uint32_t>(tail.last(crc_bytes));
  if (const std::uint32_t found = crc32c(shard.index_); found != stored)
    return Error{Errc::corrupt, fmt::format("CRC-32C of the index is {:08x}, stored {:08x}: the "
                                            "file is truncated or damaged",
                                            found, stored)};
  for (std::uint64_t number = 0; number < chunks; ++number) {
    const auto [offset, size_of_chunk] = shard.entry(number);
    if (offset == missing_chunk && size_of_chunk == missing_chunk) continue;
    if (offset > chunk_bytes || size_of_chunk > chunk_bytes - offset)
      return Error{Errc::corrupt,
                   fmt::format("chunk {}: {} bytes from offset {} reach beyond the {} bytes that "
                               "hold chunks",
                               number, size_of_chunk, offset, chunk_bytes)};
  }
  return shard;
}

ShardIndex::Extent ShardIndex::entry(std::uint64_t number) const {
  const auto bytes = index_.subspan(number * entry_bytes, entry_bytes);
  return {read_little_endian<std::uint64_t>(bytes),
          read_little_endian<std::uint64_t>(bytes.subspan(8))};
}

std::optional<ShardIndex::Extent> ShardIndex::chunk(std::uint64_t number) const {
  const Extent extent = entry(number);
  return extent.offset == missing_chunk ? std::nullopt : std::optional(extent);
}

Status read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                  std::optional<std::span<const std::byte>> encoded, std::span<std::byte> cells) {
  if (encoded) {
    if (Status s = decode_chunk(format.codec, *encoded, cells); !s)
      return Error{s.error().code, fmt::format("chunk {}: {}", chunk, s.error().message)};
    return {};
  }
  // Only the number of cells matters to the filling, not where they lie.
  const auto count = static_cast<std::int64_t>(cells.size() / format.width);
  fill_cells({cells.data(), format.width, Box{{0}, {count - 1}}}, format.fill);
  return {};
}

Status read_chunk(const ArrayFormat& format, const ShardIndex& index,
                  std::span<const std::byte> file, std::uint64_t chunk,
                  std::span<std::byte> cells) {
  const auto extent = index.chunk(chunk);
  if (!extent) return read_chunk(format, chunk, std::nullopt, cells);
  return read_chunk(format, chunk, file.subspan(extent->offset, extent->size), cells);
}

}  // namespace grundy::table
