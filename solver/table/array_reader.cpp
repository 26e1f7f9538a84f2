#include "table/array_reader.hpp"

#include <fmt/format.h>

#include <string_view>

#include "table/metadata.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

// Where a position lies: the shard, the inner chunk in it, the cell in that.
struct Place {
  std::uint64_t shard = 0;
  std::uint64_t chunk = 0;
  std::uint64_t cell = 0;
};

Place place_of(const ArrayFormat& format, const Position& position) {
  Place place;
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const auto index = static_cast<std::uint64_t>(position[axis] - format.box.low[axis]);
    const auto extent = static_cast<std::uint64_t>(format.box.extent(axis));
    const auto shard = static_cast<std::uint64_t>(format.layout.shard[axis]);
    const auto chunk = static_cast<std::uint64_t>(format.layout.chunk[axis]);
    place.shard = place.shard * ((extent - 1) / shard + 1) + index / shard;
    place.chunk = place.chunk * (shard / chunk) + index % shard / chunk;
    place.cell = place.cell * chunk + index % chunk;
  }
  return place;
}

}  // namespace

Result<std::unique_ptr<ArrayReader>> ArrayReader::open(std::filesystem::path directory,
                                                       const ArrayFormat& expected) {
  const auto path = directory / metadata_name;
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  const auto text = file->bytes();
  auto format = parse_array({reinterpret_cast<const char*>(text.data()), text.size()}, expected);
  if (!format)
    return Error{format.error().code, fmt::format("{}: {}", path.string(), format.error().message)};
  return std::unique_ptr<ArrayReader>(new ArrayReader(std::move(directory), *std::move(format)));
}

ArrayReader::ArrayReader(std::filesystem::path directory, ArrayFormat format)
    : directory_(std::move(directory)),
      format_(std::move(format)),
      chunks_in_shard_(format_.chunks(0).size()),
      shards_(format_.shards().size()) {}

ArrayReader::~ArrayReader() {
  for (const auto& shard : shards_) delete shard.load();
}

Result<const ShardFile*> ArrayReader::shard(std::uint64_t number) const {
  auto& slot = shards_[number];
  if (const ShardFile* open = slot.load(std::memory_order_acquire)) return open;
  auto file = ShardFile::open(directory_, format_, number);
  if (!file) return file.error();
  auto mapped = std::make_unique<const ShardFile>(*std::move(file));
  const ShardFile* before = nullptr;
  if (!slot.compare_exchange_strong(before, mapped.get())) return before;  // another was faster
  return mapped.release();
}

Result<ChunkCache::Chunk> ArrayReader::chunk(std::uint64_t shard_number,
                                             std::uint64_t number) const {
  const std::uint64_t name = shard_number * chunks_in_shard_ + number;
  if (auto cached = cache_.find(name)) return cached;
  const auto file = shard(shard_number);
  if (!file) return file.error();
  auto cells = std::make_shared<std::vector<std::byte>>(format_.chunk_bytes());
  if (Status s = (*file)->read_chunk(format_, number, *cells); !s) return s.error();
  cache_.keep(name, cells);
  return ChunkCache::Chunk(std::move(cells));
}

Result<std::uint32_t> ArrayReader::at(const Position& position) const {
  const Place place = place_of(format_, position);
  const auto cells = chunk(place.shard, place.chunk);
  if (!cells) return cells.error();
  return with_cell_type(format_.width, [&]<class Cell>(Cell) -> std::uint32_t {
    return reinterpret_cast<const Cell*>((*cells)->data())[place.cell];
  });
}

Status ArrayReader::read(const Box& region, const CellSpan& to) const {
  const Grid shards = format_.shards();
  for (std::uint64_t number = 0; number < shards.size(); ++number) {
    const auto part = intersection(shards.box(number), region);
    if (!part) continue;
    const auto file = shard(number);
    if (!file) return file.error();
    if (Status s = (*file)->read(format_, number, *part, to); !s) return s;
  }
  return {};
}

}  // namespace grundy::table
