// table/shard_file.hpp: a shard on disk, mapped and checked.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>

#include "core/error.hpp"
#include "table/array_format.hpp"
#include "table/cells.hpp"
#include "table/mapped_file.hpp"
#include "table/shard.hpp"

namespace grundy::table {

class ShardFile {
 public:
  // Maps the file and checks its index. Errors name the file.
  static Result<ShardFile> open(const std::filesystem::path& array_directory,
                                const ArrayFormat& format, std::uint64_t shard);

  // If not, all its cells hold the fill value.
  bool has_chunk(std::uint64_t chunk) const { return index_.chunk(chunk).has_value(); }

  // Decodes one inner chunk, padding included. Requires cells.size() == format.chunk_bytes().
  Status read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                    std::span<std::byte> cells) const;

  // Copies the cells of `region`, which lies in the shard and in to.box.
  Status read(const ArrayFormat& format, std::uint64_t shard, const Box& region,
              const CellSpan& to) const;

 private:
  ShardFile(std::filesystem::path path, MappedFile file, ShardIndex index)
      : path_(std::move(path)), file_(std::move(file)), index_(index) {}

  std::filesystem::path path_;
  MappedFile file_;
  ShardIndex index_;
};

}  // namespace grundy::table
