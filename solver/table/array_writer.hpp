// table/array_writer.hpp: one array of a table, written shard by shard.
//
// The first shard decides by trial the codec (choose_codec) and the size of chunks:
// those of the format given, or smaller ones that decode sooner. Cells begin as
// narrow as the format given says and grow with the values: when a shard holds a
// larger one, the shards on disk are read, widened and rewritten, all tried anew, while no other
// shard is written. So what is stored is the narrowest of uint8, uint16 and uint32 that fits,
// whatever order shards come in.
//
// What has been settled stands in `unfinished.json`, written before any shard of it. Who resumes
// takes that up, and keeps a shard that is on disk if it is what would be written.
//
// Several processes may write shards of an array, each its own. Then the format is settled before
// any shard is written: by trial with the shard that would decide it (format_for), for all (adopt).
//
// A shard may be written at once, or packed by many threads: opened, packed piece by piece, and
// stored. So the same bytes come out if shards are opened in the same order.
#pragma once
#include <atomic>
#include <filesystem>
#include <shared_mutex>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/packed_shard.hpp"

namespace grundy::table {

class ArrayWriter {
 public:
  // Writes into `directory`, which exists when the first shard is written. The codec of `format`
  // does not count.
  ArrayWriter(std::filesystem::path directory, ArrayFormat format);

  // Takes up the shards of an array that was not finished, if there are any. Before all others.
  void resume();

  // Writes the shard from a source that holds its box. Any number of threads at once, each with a
  // shard of its own; returns when the shard is on disk.
  Status write_shard(std::uint64_t shard, const CellSource& source);

  // Whether the shard can be opened without that what is settled changes.
  bool is_settled_for(std::uint64_t shard, const CellSource& source);
  // The shard, to be packed. Where is_settled_for() is false, all that was opened must be stored.
  Result<PackedShard> open_shard(std::uint64_t shard, const CellSource& source);
  // The same, packed by the calling thread.
  Result<PackedShard> pack_shard(std::uint64_t shard, const CellSource& source);
  // Writes it when it is packed. Any number of threads at once.
  Status store(const PackedShard& packed);

  // Before any shard is written: whether cells of so many bytes can be written as is settled, and
  // what would be settled where a shard is the first one with them.
  bool is_settled_for(unsigned width) const { return settled_for(width); }
  unsigned least_width() const noexcept { return format_.width; }
  Result<ArrayFormat> format_for(std::uint64_t shard, const CellSource& source,
                                 unsigned width) const;
  // Writes as this says; who decides for all puts it into the directory.
  const ArrayFormat& format() const noexcept { return format_; }
  void adopt(ArrayFormat format);
  Status keep_format() const;

  // Another process has written the shard.
  void written_elsewhere(std::uint64_t shard) { written_[shard] = true; }

  // Makes the names of all shards last that this process has written.
  Status sync() const;

  // Writes zarr.json. Errc::usage if a shard was never written.
  Status finish();

 private:
  // Of cells, for the values of the shard, or a smaller one than that of the format.
  unsigned width_needed(std::uint64_t shard, const CellSource& source) const;
  bool settled_for(unsigned width) const { return settled_ && width <= format_.width; }
  // Chooses chunks, codec and width for this shard and brings the written ones to them; under the
  // exclusive lock.
  Status settle(std::uint64_t shard, const CellSource& source, unsigned width);
  Status settle_if_needed(std::uint64_t shard, const CellSource& source);
  Status rewrite(std::uint64_t shard, const ArrayFormat& wider) const;
  // Under the shared lock.
  Status store_settled(const PackedShard& packed);
  std::filesystem::path path_of(std::uint64_t shard) const {
    return directory_ / shard_name(shards_, shard);
  }

  const std::filesystem::path directory_;
  const Grid shards_;
  const Layout largest_chunks_;
  // Shared by those who write shards; exclusive to change the format.
  std::shared_mutex format_lock_;
  ArrayFormat format_;
  bool settled_ = false;  // codec and chunks are chosen
  bool resumes_ = false;  // shards may be on disk that written_ does not know
  std::vector<std::atomic<bool>> written_;
};

}  // namespace grundy::table
