#include "table/shard_file.hpp"

#include <fmt/format.h>

#include <vector>

namespace grundy::table {

namespace {

Error in_file(const std::filesystem::path& path, const Error& error) {
  return {error.code, fmt::format("{}: {}", path.string(), error.message)};
}

// What does not compress grows by some bytes, never by as much; so no damaged size makes us ask for
// absurd memory.
constexpr std::size_t most_encoded_bytes(std::size_t cell_bytes) {
  return 2 * cell_bytes + 4096;
}

}  // namespace

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
  shard.tail_ = std::move(tail);  // which leaves its bytes where they are
  shard.identity_ = file->identity();
  return shard;
}

// A file that is read is opened each time: a table may have more shards than a process may have
// files open.
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
