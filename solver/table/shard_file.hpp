// table/shard_file.hpp: a shard on disk, checked.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/folder.hpp"
#include "table/mapped_file.hpp"
#include "table/regular_file.hpp"
#include "table/shard.hpp"

namespace grundy::table {

// How the bytes of shards are come by.
enum class Access : std::uint8_t {
  mapped,  // the fastest; but whoever cuts a file short that is open ends this process by SIGBUS
  read,    // asked for from the system, chunk by chunk: a file that was cut short or exchanged
           // since its index was read is Errc::corrupt. Takes memory for the index
};

class ShardFile {
 public:
  // Checks the file's index. Errors name the file.
  static Result<ShardFile> open(const Folder& array, const ArrayFormat& format, std::uint64_t shard,
                                Access access = Access::mapped);

  // If not, all its cells hold the fill value.
  bool has_chunk(std::uint64_t chunk) const { return index_.chunk(chunk).has_value(); }

  // Decodes one inner chunk, padding included. Requires cells.size() == format.chunk_bytes().
  Status read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                    std::span<std::byte> cells) const;

  // Copies the cells of `region`, which lies in the shard and in to.box.
  Status read(const ArrayFormat& format, std::uint64_t shard, const Box& region,
              const CellSpan& to) const;

 private:
  ShardFile(Folder array, std::string name, ShardIndex index)
      : array_(std::move(array)), name_(std::move(name)), index_(index) {}
  static Result<ShardFile> map(const Folder& array, const std::string& name, std::uint64_t chunks);
  static Result<ShardFile> read_index(const Folder& array, const std::string& name,
                                      std::uint64_t chunks);
  Result<std::span<const std::byte>> encoded(const ShardIndex::Extent& extent,
                                             std::size_t cell_bytes) const;

  std::filesystem::path path() const { return array_.path() / name_; }  // for messages

  Folder array_;
  std::string name_;
  ShardIndex index_;
  std::optional<MappedFile> mapped_;
  // Where it is read:
  std::vector<std::byte> tail_;  // what index_ looks at
  RegularFile::Identity identity_;
};

}  // namespace grundy::table
