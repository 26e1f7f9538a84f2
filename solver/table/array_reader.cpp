#include "table/array_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "table/metadata.hpp"
#include "table/metadata_file.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

// Memory of this thread to decode into.
std::span<std::byte> scratch(std::size_t bytes) {
  thread_local std::vector<std::byte> memory;
  if (memory.size() < bytes) memory.resize(bytes);
  return std::span(memory).first(bytes);
}

}  // namespace

Result<std::unique_ptr<ArrayReader>> ArrayReader::open(Folder folder, const ArrayFormat& expected,
                                                       std::size_t cache_bytes, Access access) {
  const auto metadata = read_metadata(folder, metadata_name);
  if (!metadata) return metadata.error();
  auto format = parse_array(metadata->text, expected);
  if (!format)
    return Error{
        format.error().code,
        fmt::format("{}: {}", (folder.path() / metadata_name).string(), format.error().message)};
  return std::unique_ptr<ArrayReader>(new ArrayReader(std::move(folder), *std::move(format),
                                                      metadata->identity, cache_bytes, access));
}

ArrayReader::ArrayReader(Folder folder, ArrayFormat format, const RegularFile::Identity& metadata,
                         std::size_t cache_bytes, Access access)
    : folder_(std::move(folder)),
      format_(std::move(format)),
      metadata_(metadata),
      find_(format_),
      access_(access),
      shards_(format_.shards().size()),
      cache_(find_.chunks(), format_.chunk_bytes(), cache_bytes) {}

ArrayReader::~ArrayReader() {
  for (const auto& shard : shards_) delete shard.load();
}

Result<const ShardFile*> ArrayReader::shard(std::uint64_t number) const {
  auto& slot = shards_[number];
  if (const ShardFile* open = slot.load(std::memory_order_acquire)) return open;
  auto file = ShardFile::open(folder_, format_, number, access_);
  if (!file) return file.error();
  if (Status s = check_unchanged(folder_, metadata_name, metadata_); !s) return s.error();
  auto opened = std::make_unique<const ShardFile>(*std::move(file));
  const ShardFile* before = nullptr;
  if (!slot.compare_exchange_strong(before, opened.get()))
    return before;  // another thread was faster
  return opened.release();
}

Result<std::uint32_t> ArrayReader::decoded_value(const CellName& name) const {
  const auto file = shard(name.chunk / find_.chunks_in_shard());
  if (!file) return file.error();
  const std::uint64_t chunk = name.chunk % find_.chunks_in_shard();
  if (!(*file)->has_chunk(chunk)) return format_.fill;
  const auto cells = scratch(format_.chunk_bytes());
  if (Status s = (*file)->read_chunk(format_, chunk, cells); !s) return s.error();
  cache_.keep(name.chunk, cells);
  decoded_.fetch_add(1, std::memory_order_relaxed);
  return with_cell_type(format_.width, [&]<class Cell>(Cell cell) -> std::uint32_t {
    std::memcpy(&cell, cells.data() + name.cell * sizeof(Cell), sizeof(Cell));
    return cell;
  });
}

Status ArrayReader::values(std::span<const CellName> names, std::span<std::uint32_t> out) const {
  return cache_.holds_all() ? values_in_order(names, out) : values_by_chunk(names, out);
}

Status ArrayReader::values_in_order(std::span<const CellName> names,
                                    std::span<std::uint32_t> out) const {
  constexpr std::size_t ahead = 16;
  for (std::size_t row = 0; row < names.size(); ++row) {
    if (row + ahead < names.size())
      cache_.prefetch(names[row + ahead].chunk, names[row + ahead].cell * format_.width);
    const auto found = value(names[row]);
    if (!found) return found.error();
    out[row] = *found;
  }
  return {};
}

Status ArrayReader::values_by_chunk(std::span<const CellName> names,
                                    std::span<std::uint32_t> out) const {
  std::vector<std::pair<std::uint64_t, std::size_t>> rows;
  rows.reserve(names.size());
  for (std::size_t row = 0; row < names.size(); ++row) rows.emplace_back(names[row].chunk, row);
  std::ranges::sort(rows);
  for (const auto& [chunk, row] : rows) {
    const auto found = value(names[row]);
    if (!found) return found.error();
    out[row] = *found;
  }
  return {};
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

CellFinder::CellFinder(const ArrayFormat& format) {
  const std::vector<std::int64_t> shards = format.shards().counts();
  std::uint64_t cells = 1;
  std::uint64_t shards_so_far = 1;
  for (std::size_t i = format.box.dimensions(); i-- > 0;) {
    const auto chunk = static_cast<std::uint64_t>(format.layout.chunk[i]);
    const std::uint64_t chunks = static_cast<std::uint64_t>(format.layout.shard[i]) / chunk;
    axes_[i] = {format.box.low[i], Divider(chunk),   Divider(chunks),
                shards_so_far,     chunks_in_shard_, cells};
    cells *= chunk;
    chunks_in_shard_ *= chunks;
    shards_so_far *= static_cast<std::uint64_t>(shards[i]);
  }
  for (std::size_t i = 0; i < format.box.dimensions(); ++i)
    axes_[i].shard_weight *= chunks_in_shard_;
  chunks_ = shards_so_far * chunks_in_shard_;
}

}  // namespace grundy::table
