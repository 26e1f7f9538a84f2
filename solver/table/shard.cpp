#include "table/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "table/codec.hpp"

namespace grundy::table {
namespace {

constexpr std::size_t entry_bytes = 16;
constexpr std::size_t crc_bytes = 4;

Error in_file(const std::filesystem::path& path, const Error& error) {
  return {error.code, fmt::format("{}: {}", path.string(), error.message)};
}

// Incompressible chunks grow by some bytes, never by as many as this. So no damaged size makes us
// allocate absurd amounts of memory.
constexpr std::size_t most_encoded_bytes(std::size_t cell_bytes) {
  return 2 * cell_bytes + 4096;
}

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
  // For filling only the number of cells matters, not their box.
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

Result<ShardFile> ShardFile::open(const Folder& array, const ArrayFormat& format,
                                  std::uint64_t shard, Access access) {
  const std::string name = shard_name(format.shards(), shard);
  const std::uint64_t chunks = format.chunks(shard).size();
  return access == Access::mapped ? map(array, name, chunks) : read_index(array, name, chunks);
}

Result<ShardFile> ShardFile::map(const Folder& array, const std::string& name,
                                 std::uint64_t chunks) {
  auto file = MappedFile::open(array, name);
  if (!file) return file.error();
  const auto index = ShardIndex::parse(file->bytes(), chunks);
  if (!index) return in_file(array.path() / name, index.error());
  ShardFile shard(array, name, *index);
  shard.mapped_ = *std::move(file);
  return shard;
}

Result<ShardFile> ShardFile::read_index(const Folder& array, const std::string& name,
                                        std::uint64_t chunks) {
  const auto file = RegularFile::open(array, name);
  if (!file) return file.error();
  std::vector<std::byte> tail(ShardIndex::bytes(chunks, file->size()));
  if (Status s = file->read(file->size() - tail.size(), tail); !s) return s.error();
  const auto index = ShardIndex::parse(tail, file->size(), chunks);
  if (!index) return in_file(array.path() / name, index.error());
  ShardFile shard(array, name, *index);
  shard.tail_ = std::move(tail);  // the bytes stay where they are
  shard.identity_ = file->identity();
  return shard;
}

// With Access::read the file is opened each time: a table may have more shards than a process may
// have open files.
Result<std::span<const std::byte>> ShardFile::encoded(const ShardIndex::Extent& extent,
                                                      std::size_t cell_bytes) const {
  if (mapped_) return mapped_->bytes().subspan(extent.offset, extent.size);
  if (extent.size > most_encoded_bytes(cell_bytes))
    return Error{Errc::corrupt, fmt::format("{}: {} bytes for a chunk of {}", path().string(),
                                            extent.size, cell_bytes)};
  const auto file = RegularFile::open(array_, name_);
  if (!file) return file.error();
  if (file->identity() != identity_)
    return Error{Errc::corrupt,
                 fmt::format("{}: was changed or exchanged while the table is open: it has {} "
                             "bytes and had {}",
                             path().string(), file->size(), identity_.size)};
  thread_local std::vector<std::byte> memory;
  if (memory.size() < extent.size) memory.resize(extent.size);
  const auto bytes = std::span(memory).first(extent.size);
  if (Status s = file->read(extent.offset, bytes); !s) return s.error();
  return std::span<const std::byte>(bytes);
}

Status ShardFile::read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                             std::span<std::byte> cells) const {
  std::optional<std::span<const std::byte>> bytes;
  if (const auto extent = index_.chunk(chunk)) {
    const auto found = encoded(*extent, cells.size());
    if (!found) return found.error();
    bytes = *found;
  }
  if (Status s = table::read_chunk(format, chunk, bytes, cells); !s)
    return in_file(path(), s.error());
  return {};
}

Status ShardFile::read(const ArrayFormat& format, std::uint64_t shard, const Box& region,
                       const CellSpan& to) const {
  std::vector<std::byte> cells(format.chunk_bytes());
  const Grid chunks = format.chunks(shard);
  for (std::uint64_t chunk = 0; chunk < chunks.size(); ++chunk) {
    const CellSpan decoded{cells.data(), format.width, chunks.padded(chunk)};
    const auto part = intersection(decoded.box, region);
    if (!part) continue;
    if (Status s = read_chunk(format, chunk, cells); !s) return s;
    copy_cells(decoded.view(), *part, to);
  }
  return {};
}

}  // namespace grundy::table
