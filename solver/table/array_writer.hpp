// table/array_writer.hpp: one array of a table, written shard by shard.
//
// The first shard determines the codec (choose_codec) and the size of chunks: that of the format
// given, or a smaller one that decodes faster. Cells begin with the width of the format given and
// grow with the values. When a shard holds a larger value, codec and chunks are chosen again, and
// the shards on disk are read, widened and rewritten, while no other shard is written. So the width
// is the narrowest of uint8, uint16 and uint32 that fits, whatever the order of shards.
//
// The format is kept in the array's `unfinished.json`, written before any shard that uses it. When
// writing is resumed it is read from there, and a shard on disk is kept if it has the bytes that
// would be written.
//
// Several processes may write shards of an array, each its own. Then the format is determined
// before any shard is written: by trial with the shard that would decide it (format_for), and given
// to all (set_format).
//
// A shard may be written at once, or packed by many threads: opened, packed piece by piece, and
// stored. If shards are opened in the same order, the same bytes result.
#pragma once
#include <atomic>
#include <filesystem>
#include <shared_mutex>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/shard.hpp"

namespace grundy::table {

class ArrayWriter {
 public:
  // Writes into `directory`, which must exist when the first shard is written. The codec of
  // `format` is ignored.
  ArrayWriter(std::filesystem::path directory, ArrayFormat format);

  // Goes on with an array that was not finished, if there is one. To be called before all others.
  void resume();

  // Writes the shard from a source that holds its box, and returns when it is on disk. Any number
  // of threads may call it at once, each with a shard of its own. Errc::io, Errc::memory, and
  // Errc::corrupt if a shard to be widened was damaged.
  Status write_shard(std::uint64_t shard, const CellSource& source);

  // Whether the shard can be opened without changing the format.
  bool format_fits(std::uint64_t shard, const CellSource& source);
  // The shard, to be packed. Where format_fits() is false, all shards that were opened must have
  // been stored.
  Result<PackedShard> open_shard(std::uint64_t shard, const CellSource& source);
  // The same, packed by the calling thread.
  Result<PackedShard> pack_shard(std::uint64_t shard, const CellSource& source);
  // Writes a packed shard. Any number of threads may call it at once.
  Status store(const PackedShard& packed);

  // Before any shard is written: whether the format is determined and has cells of that many bytes,
  // and the format that a shard determines if it is the first one with such cells.
  bool format_fits(unsigned width) const { return format_chosen_ && width <= format_.width; }
  Result<ArrayFormat> format_for(std::uint64_t shard, const CellSource& source,
                                 unsigned width) const;
  const ArrayFormat& format() const noexcept { return format_; }
  // Determines the format.
  void set_format(ArrayFormat format);
  // Writes it to `unfinished.json`: done by one process for all.
  Status save_format() const;

  // Another process has written the shard.
  void mark_written(std::uint64_t shard) { written_[shard] = true; }

  // Syncs the directory, so that the names of all shards survive a crash.
  Status sync() const;

  // Writes zarr.json and removes `unfinished.json`. Errc::usage if a shard was never written.
  Status finish();

 private:
  // The width that the values of the shard need, or any width that the format has already.
  unsigned width_needed(std::uint64_t shard, const CellSource& source) const;
  // Chooses chunks, codec and width for this shard and rewrites the written shards with them. Under
  // the exclusive lock.
  Status change_format(std::uint64_t shard, const CellSource& source, unsigned width);
  // Takes the lock.
  Status change_format_if_needed(std::uint64_t shard, const CellSource& source);
  Status rewrite(std::uint64_t shard, const ArrayFormat& wider) const;
  // Under the shared lock.
  Status store_locked(const PackedShard& packed);
  std::filesystem::path path_of(std::uint64_t shard) const {
    return directory_ / shard_name(shards_, shard);
  }

  const std::filesystem::path directory_;
  const Grid shards_;
  const Layout largest_chunks_;
  // Shared while a shard is written; exclusive to change the format.
  std::shared_mutex format_lock_;
  ArrayFormat format_;
  bool format_chosen_ = false;  // codec and chunks are determined
  bool resumes_ = false;        // shards may be on disk that written_ does not list
  std::vector<std::atomic<bool>> written_;
};

}  // namespace grundy::table
