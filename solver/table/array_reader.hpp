// table/array_reader.hpp: the cells of one array of a finished table.
//
// A shard is opened and its index checked when it is first touched. A mapped shard stays mapped. An
// error is reported then if the shard is damaged or the array was rewritten since it was opened.
// Decoded chunks are kept in a cache of bounded size. Any number of threads may read at once; none
// waits for another.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/chunk_cache.hpp"
#include "table/files.hpp"
#include "table/shard.hpp"

namespace grundy::table {

// Division by a number known beforehand, by multiplication. Exact for dividends below 2^63.
class Divider {
 public:
  Divider() = default;
  explicit Divider(std::uint64_t divisor)
      : divisor_(divisor), factor_(~std::uint64_t{0} / divisor) {}

  struct Parts {
    std::uint64_t quotient;
    std::uint64_t remainder;
  };
  Parts operator()(std::uint64_t dividend) const noexcept {
    // factor_ > 2^64 / divisor - 1 - 1 / divisor, so the estimate is right or one too small.
    const auto estimate = static_cast<std::uint64_t>(static_cast<Wide>(dividend) * factor_ >> 64);
    const std::uint64_t rest = dividend - estimate * divisor_;
    const bool small = rest >= divisor_;
    return {estimate + small, small ? rest - divisor_ : rest};
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t divisor_ = 1;
  std::uint64_t factor_ = ~std::uint64_t{0};
};

// Where the cell of a position is stored. The chunks of an array are numbered shard by shard, the
// cells of a chunk in C order.
struct CellName {
  std::uint64_t chunk = 0;
  std::uint64_t cell = 0;
};

// From a position to its cell. Shards and chunks cut every axis by itself, so the number of a chunk
// is a sum of one share for each axis, and so is that of a cell: about 2 ns an axis. Any number of
// threads may call it.
class CellFinder {
 public:
  explicit CellFinder(const ArrayFormat& format);

  std::uint64_t chunks() const noexcept { return chunks_; }
  std::uint64_t chunks_in_shard() const noexcept { return chunks_in_shard_; }

  // Requires a position of the array's box.
  CellName operator()(std::span<const std::int64_t> position) const noexcept {
    CellName name;
    for (std::size_t axis = 0; axis < position.size(); ++axis) {
      const Axis& along = axes_[axis];
      const auto index = static_cast<std::uint64_t>(position[axis] - along.low);
      const auto [chunk, cell] = along.chunk(index);
      const auto [shard, chunk_in_shard] = along.shard(chunk);
      name.chunk += shard * along.shard_weight + chunk_in_shard * along.chunk_weight;
      name.cell += cell * along.cell_weight;
    }
    return name;
  }

 private:
  struct Axis {
    std::int64_t low = 0;
    Divider chunk;  // index -> chunk, cell
    Divider shard;  // chunk -> shard, chunk in the shard
    std::uint64_t shard_weight = 0;
    std::uint64_t chunk_weight = 0;
    std::uint64_t cell_weight = 0;
  };
  std::array<Axis, max_dimensions> axes_;
  std::uint64_t chunks_in_shard_ = 1;
  std::uint64_t chunks_ = 1;
};

inline constexpr std::size_t usual_cache_bytes = std::size_t{64} << 20;

class ArrayReader {
 public:
  // Reads the zarr.json of the folder and checks it against `expected`, which the table's
  // attributes determine. Keeps at most `cache_bytes` of decoded chunks, but always one.
  // Errc::corrupt for missing and damaged metadata, else Errc::io. Throws OutOfMemory.
  static Result<std::unique_ptr<ArrayReader>> open(Folder folder, const ArrayFormat& expected,
                                                   std::size_t cache_bytes = usual_cache_bytes,
                                                   Access access = Access::mapped);
  ~ArrayReader();

  const ArrayFormat& format() const noexcept { return format_; }

  // The value at a position of the box. Errc::corrupt for damaged shards, else Errc::io or
  // Errc::memory, as of all that follow.
  Result<std::uint32_t> at(std::span<const std::int64_t> position) const {
    return value(find(position));
  }
  Result<std::uint32_t> at(const Position& position) const { return at(std::span(position)); }

  // The same for many positions, in two steps: finding their cells, and reading these. Positions
  // lie in the box; out.size() >= names.size(). If the cache cannot hold the whole array, cells are
  // read chunk by chunk, so that each chunk is decoded once.
  CellName find(std::span<const std::int64_t> position) const noexcept { return find_(position); }
  Status values(std::span<const CellName> names, std::span<std::uint32_t> out) const;

  // The number of names to pass to `values` at once: few if they need no sorting, so that they stay
  // in the processor's cache; many if they are sorted by chunk.
  std::size_t usual_batch() const noexcept {
    return cache_.holds_all() ? std::size_t{1} << 10 : std::size_t{1} << 20;
  }

  // The number of times that a chunk was decoded because it was not in the cache.
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
