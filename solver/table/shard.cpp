#include "table/shard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "table/codec.hpp"
#include "table/durable_file.hpp"

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

namespace {

// One chunk's cells, with padding where the chunk sticks out of the array.
class ChunkBuffer {
 public:
  // Uses memory of this thread: only one buffer a thread may exist at a time.
  explicit ChunkBuffer(const ArrayFormat& format)
      : format_(format), bytes_(scratch_.take(format.chunk_bytes())) {}

  // False if every cell holds the fill value.
  bool load(const Box& chunk, const CellSource& source) {
    const CellSpan cells{bytes_.data(), format_.width, chunk};
    const auto inside = intersection(chunk, format_.box);
    if (!inside || !holds_sorted(*inside, format_.sorted_axes)) return false;
    if (*inside != chunk) fill_cells(cells, format_.fill);
    source.copy(*inside, cells);
    if (!format_.sorted_axes.empty()) fill_unsorted(cells, format_.sorted_axes, format_.fill);
    return !all_cells_are(cells, format_.fill);
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  static thread_local Scratch scratch_;
  const ArrayFormat& format_;
  std::span<std::byte> bytes_;
};
thread_local Scratch ChunkBuffer::scratch_;

std::uint64_t cells_of_chunk(const ArrayFormat& format) {
  return format.chunk_bytes() / format.width;
}

}  // namespace

PackedShard::PackedShard(ArrayFormat format, std::uint64_t shard)
    : format_(std::move(format)),
      shard_(shard),
      chunks_(format_.chunks(shard)),
      chunks_of_piece_(std::max<std::uint64_t>(piece_cells / cells_of_chunk(format_), 1)),
      pieces_((chunks_.size() + chunks_of_piece_ - 1) / chunks_of_piece_) {}

Status PackedShard::pack(std::size_t piece, const CellSource& source) {
  ChunkBuffer buffer(format_);
  thread_local std::vector<std::byte> bytes;  // keeps its capacity
  std::vector<std::uint64_t> sizes;
  const std::uint64_t first = piece * chunks_of_piece_;
  const std::uint64_t end = std::min(first + chunks_of_piece_, chunks_.size());
  bytes.clear();
  for (std::uint64_t chunk = first; chunk < end; ++chunk) {
    const std::size_t before = bytes.size();
    if (buffer.load(chunks_.padded(chunk), source))
      if (Status s = encode_chunk(format_.codec, buffer.bytes(), format_.width, bytes); !s)
        return s;
    sizes.push_back(bytes.size() - before);
  }
  pieces_[piece] = {{bytes.begin(), bytes.end()}, std::move(sizes)};
  return {};
}

std::uint64_t PackedShard::packed_bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces_) bytes += piece.bytes.size();
  return bytes;
}

std::vector<std::byte> PackedShard::index() const {
  std::vector<std::byte> index;
  std::uint64_t offset = 0;
  for (const Piece& piece : pieces_)
    for (const std::uint64_t size : piece.sizes) {
      append_little_endian(index, size == 0 ? missing_chunk : offset);
      append_little_endian(index, size == 0 ? missing_chunk : size);
      offset += size;
    }
  append_little_endian(index, crc32c(index));
  return index;
}

bool PackedShard::is(std::span<const std::byte> file) const {
  const auto begins_with = [&](std::span<const std::byte> part) {
    if (file.size() < part.size() || !std::ranges::equal(file.first(part.size()), part))
      return false;
    file = file.subspan(part.size());
    return true;
  };
  for (const Piece& piece : pieces_)
    if (!begins_with(piece.bytes)) return false;
  return begins_with(index()) && file.empty();
}

Status PackedShard::write(const std::filesystem::path& path) const {
  auto file = DurableFile::create(path);
  if (!file) return file.error();
  const std::vector<std::byte> end = index();
  std::vector<std::span<const std::byte>> parts;
  std::size_t size = end.size();
  for (const Piece& piece : pieces_) {
    parts.emplace_back(piece.bytes);
    size += piece.bytes.size();
  }
  parts.emplace_back(end);
  if (Status s = file->reserve(size); !s) return s;
  if (Status s = file->write(parts); !s) return s;
  return file->commit(Lasting::contents);
}

std::vector<std::vector<std::byte>> sample_chunks(const ArrayFormat& format, std::uint64_t shard,
                                                  const CellSource& source) {
  std::vector<std::vector<std::byte>> samples;
  ChunkBuffer buffer(format);
  const Grid chunks = format.chunks(shard);
  const std::uint64_t part = chunks.size() * cells_of_chunk(format) / sampled_part;
  const std::uint64_t wanted = std::min(sampled_cells, part) / cells_of_chunk(format) + 1;
  // Odd, so that the samples do not all lie in one column of a grid of even sides.
  const std::uint64_t step = (chunks.size() / wanted) | 1;
  for (std::uint64_t chunk = 0; chunk < chunks.size(); chunk += step)
    if (buffer.load(chunks.padded(chunk), source))
      samples.emplace_back(buffer.bytes().begin(), buffer.bytes().end());
  return samples;
}

}  // namespace grundy::table
