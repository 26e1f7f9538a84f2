// table/array_reader.hpp: the cells of one array of a finished table.
//
// A shard is opened and its index checked when it is first touched; where shards are mapped, they
// stay mapped. Damage in a shard shows then, and that the array was written anew in the meantime.
// Decoded chunks are kept in a cache of bounded size. Any number of threads may read at once; none
// waits for another.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/cell_finder.hpp"
#include "table/chunk_cache.hpp"
#include "table/folder.hpp"
#include "table/shard_file.hpp"

namespace grundy::table {

inline constexpr std::size_t usual_cache_bytes = std::size_t{64} << 20;

class ArrayReader {
 public:
  // Reads and checks zarr.json of the folder against what the table's attributes settle (name,
  // dimensions and box of `expected`). At most `cache_bytes` of decoded chunks are kept.
  static Result<std::unique_ptr<ArrayReader>> open(Folder folder, const ArrayFormat& expected,
                                                   std::size_t cache_bytes = usual_cache_bytes,
                                                   Access access = Access::mapped);
  ~ArrayReader();

  const ArrayFormat& format() const noexcept { return format_; }

  // The value at a position of the box.
  Result<std::uint32_t> at(std::span<const std::int64_t> position) const {
    return value(find(position));
  }
  Result<std::uint32_t> at(const Position& position) const { return at(std::span(position)); }

  // The same in two steps, for many positions: where their cells are, and what these hold.
  // Positions lie in the box; out.size() >= names.size(). If the cache cannot hold the whole array,
  // cells are visited chunk by chunk, so that each chunk is decoded once.
  CellName find(std::span<const std::int64_t> position) const noexcept { return find_(position); }
  Status values(std::span<const CellName> names, std::span<std::uint32_t> out) const;

  // How many names to hand to `values` at once: few where they can stay in the processor's cache
  // on the way, many where they have to be put in order.
  std::size_t usual_batch() const noexcept {
    return cache_.holds_all() ? std::size_t{1} << 10 : std::size_t{1} << 20;
  }

  // Chunks that were decoded because the cache had them not.
  std::uint64_t decoded() const noexcept { return decoded_.load(std::memory_order_relaxed); }

  // Copies the cells of `region`, which lies in the array's box and in to.box. Requires
  // to.width >= format().width.
  Status read(const Box& region, const CellSpan& to) const;

 private:
  ArrayReader(Folder folder, ArrayFormat format, const RegularFile::Identity& metadata,
              std::size_t cache_bytes, Access access);
  Result<const ShardFile*> shard(std::uint64_t number) const;
  Result<std::uint32_t> value(const CellName& name) const {
    if (const auto cached = cache_.find(name.chunk, name.cell * format_.width, format_.width))
      return *cached;
    return decoded_value(name);
  }
  Status values_in_order(std::span<const CellName> names, std::span<std::uint32_t> out) const;
  Status values_by_chunk(std::span<const CellName> names, std::span<std::uint32_t> out) const;
  Result<std::uint32_t> decoded_value(const CellName& name) const;

  const Folder folder_;
  const ArrayFormat format_;
  const RegularFile::Identity metadata_;
  const CellFinder find_;
  const Access access_;
  mutable std::vector<std::atomic<const ShardFile*>> shards_;  // null until touched; owned
  mutable ChunkCache cache_;
  mutable std::atomic<std::uint64_t> decoded_{0};
};

}  // namespace grundy::table
