// table/array_writer.hpp: one array of a table, written shard by shard.
//
// The first shard decides the codec by trial (choose_codec). Cells begin as
// narrow as the format given says and grow with the values: when a shard holds a
// larger one, the shards on disk are read, widened and rewritten, the codec
// tried anew, while no other shard is written. So what is stored is the
// narrowest of uint8, uint16 and uint32 that fits, whatever order shards come in.
#pragma once
#include <atomic>
#include <filesystem>
#include <shared_mutex>
#include <vector>

#include "core/error.hpp"
#include "table/array_format.hpp"
#include "table/cells.hpp"

namespace grundy::table {

class ArrayWriter {
 public:
  // Writes into `directory`, which exists. The codec of `format` does not count.
  ArrayWriter(std::filesystem::path directory, ArrayFormat format);

  // Writes the shard from a view that holds its box. Any number of threads at once, each with a
  // shard of its own; returns when the shard is on disk.
  Status write_shard(std::uint64_t shard, const CellView& view);

  // Writes zarr.json. Errc::usage if a shard was never written.
  Status finish();

 private:
  // Under the shared lock, once codec and width are settled.
  Status write_settled(std::uint64_t shard, const CellView& view);
  // Chooses codec and width for this shard and brings the written ones to them; under the
  // exclusive lock.
  Status settle(std::uint64_t shard, const CellView& view, unsigned width);
  Status rewrite(std::uint64_t shard, const ArrayFormat& wider) const;
  Status store(const ArrayFormat& format, std::uint64_t shard, const CellView& view) const;

  const std::filesystem::path directory_;
  const Grid shards_;
  // Shared by those who write shards; exclusive to change the format.
  std::shared_mutex format_lock_;
  ArrayFormat format_;
  bool settled_ = false;  // the codec is chosen
  std::vector<std::atomic<bool>> written_;
};

}  // namespace grundy::table
