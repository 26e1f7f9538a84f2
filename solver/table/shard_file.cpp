#include "table/shard_file.hpp"

#include <fmt/format.h>

#include <vector>

namespace grundy::table {

Result<ShardFile> ShardFile::open(const std::filesystem::path& array_directory,
                                  const ArrayFormat& format, std::uint64_t shard) {
  const auto path = array_directory / shard_name(format.shards(), shard);
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  const auto index = ShardIndex::parse(file->bytes(), format.chunks(shard).size());
  if (!index)
    return Error{index.error().code, fmt::format("{}: {}", path.string(), index.error().message)};
  return ShardFile(path, *std::move(file), *index);
}

Status ShardFile::read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                             std::span<std::byte> cells) const {
  if (Status s = table::read_chunk(format, index_, chunk, cells); !s)
    return Error{s.error().code, fmt::format("{}: {}", path_.string(), s.error().message)};
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
