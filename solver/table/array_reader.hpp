// table/array_reader.hpp: the cells of one array of a finished table.
//
// Shard files are mapped when first touched and stay mapped; damage in a shard
// shows when it is touched. Any number of threads may read at once.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/error.hpp"
#include "table/array_format.hpp"
#include "table/chunk_cache.hpp"
#include "table/shard_file.hpp"

namespace grundy::table {

class ArrayReader {
 public:
  // Reads and checks `directory`/zarr.json against what the table's attributes settle (name,
  // dimensions and box of `expected`).
  static Result<std::unique_ptr<ArrayReader>> open(std::filesystem::path directory,
                                                   const ArrayFormat& expected);
  ~ArrayReader();

  const ArrayFormat& format() const noexcept { return format_; }

  // The value at a position of the box.
  Result<std::uint32_t> at(const Position& position) const;

  // Copies the cells of `region`, which lies in the array's box and in to.box. Requires
  // to.width >= format().width.
  Status read(const Box& region, const CellSpan& to) const;

 private:
  ArrayReader(std::filesystem::path directory, ArrayFormat format);
  Result<const ShardFile*> shard(std::uint64_t number) const;
  Result<ChunkCache::Chunk> chunk(std::uint64_t shard, std::uint64_t number) const;

  const std::filesystem::path directory_;
  const ArrayFormat format_;
  const std::uint64_t chunks_in_shard_;
  mutable std::vector<std::atomic<const ShardFile*>> shards_;  // null until touched; owned
  mutable ChunkCache cache_;
};

}  // namespace grundy::table
