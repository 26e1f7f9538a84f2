#include "table/shard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "table/bytes.hpp"

namespace grundy::table {
namespace {

constexpr std::uint64_t missing = ~std::uint64_t{0};
constexpr std::size_t entry_bytes = 16;
constexpr std::size_t crc_bytes = 4;
constexpr std::uint64_t sampled_cells = 1 << 18;

// One chunk's cells, with padding where the chunk sticks out of the array.
class ChunkBuffer {
 public:
  explicit ChunkBuffer(const ArrayFormat& format) : format_(format), bytes_(format.chunk_bytes()) {}

  // False if every cell holds the fill value.
  bool load(const Box& chunk, const CellView& view) {
    const CellSpan cells{bytes_.data(), format_.width, chunk};
    const auto inside = intersection(chunk, format_.box);
    if (!inside || !holds_sorted(*inside, format_.sorted_axes)) return false;
    if (*inside != chunk) fill_cells(cells, format_.fill);
    copy_cells(view, *inside, cells);
    if (!format_.sorted_axes.empty()) fill_unsorted(cells, format_.sorted_axes, format_.fill);
    return !all_cells_are(cells, format_.fill);
  }
  const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  const ArrayFormat& format_;
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<std::vector<std::byte>> encode_shard(const ArrayFormat& format, std::uint64_t shard,
                                            const CellView& view) {
  std::vector<std::byte> file;
  std::vector<std::byte> index;
  ChunkBuffer buffer(format);
  const Grid chunks = format.chunks(shard);
  for (std::uint64_t chunk = 0; chunk < chunks.size(); ++chunk) {
    std::uint64_t offset = missing;
    std::uint64_t size = missing;
    if (buffer.load(chunks.padded(chunk), view)) {
      offset = file.size();
      if (Status s = encode_chunk(format.codec, buffer.bytes(), format.width, file); !s)
        return s.error();
      size = file.size() - offset;
    }
    append_little_endian(index, offset);
    append_little_endian(index, size);
  }
  append_little_endian(index, crc32c(index));
  file.insert(file.end(), index.begin(), index.end());
  return file;
}

bool shard_holds(const ArrayFormat& format, std::uint64_t shard, const CellView& view,
                 std::span<const std::byte> file) {
  const Grid chunks = format.chunks(shard);
  const auto index = ShardIndex::parse(file, chunks.size());
  if (!index) return false;
  ChunkBuffer buffer(format);
  std::vector<std::byte> cells(format.chunk_bytes());
  for (std::uint64_t chunk = 0; chunk < chunks.size(); ++chunk) {
    const bool there = buffer.load(chunks.padded(chunk), view);
    if (there != index->chunk(chunk).has_value()) return false;
    if (there && (!read_chunk(format, *index, file, chunk, cells) || cells != buffer.bytes()))
      return false;
  }
  return true;
}

std::vector<std::vector<std::byte>> sample_chunks(const ArrayFormat& format, std::uint64_t shard,
                                                  const CellView& view) {
  std::vector<std::vector<std::byte>> samples;
  ChunkBuffer buffer(format);
  const Grid chunks = format.chunks(shard);
  const std::uint64_t wanted = sampled_cells * format.width / format.chunk_bytes() + 1;
  // Odd, so that the samples do not all lie in one column of a grid of even sides.
  const std::uint64_t step = (chunks.size() / wanted) | 1;
  for (std::uint64_t chunk = 0; chunk < chunks.size(); chunk += step)
    if (buffer.load(chunks.padded(chunk), view)) samples.push_back(buffer.bytes());
  return samples;
}

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
    if (offset == missing && size_of_chunk == missing) continue;
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
  return extent.offset == missing ? std::nullopt : std::optional(extent);
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
