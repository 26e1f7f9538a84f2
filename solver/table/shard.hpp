// table/shard.hpp: the bytes of one shard file (Zarr's `sharding_indexed`, index at the end).
//
//   encoded inner chunks, one after another, in C order of the chunk grid
//   index: for each chunk of the grid, in C order, offset and size, each 8 bytes
//   CRC-32C of the index: 4 bytes
//
// All integers are little endian. A chunk whose cells all hold the fill value,
// or that lies outside the array, is missing: offset = size = 2^64 - 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "table/array_format.hpp"
#include "table/cells.hpp"

namespace grundy::table {

// The file of shard number `shard`. Requires the shard's box inside view.box, and width and codec
// to be settled. Takes memory for the encoded shard and one chunk.
Result<std::vector<std::byte>> encode_shard(const ArrayFormat& format, std::uint64_t shard,
                                            const CellView& view);

// Whether `file` is that of the shard: sound, and with just these cells.
bool shard_holds(const ArrayFormat& format, std::uint64_t shard, const CellView& view,
                 std::span<const std::byte> file);

// Chunks of about equal distance in the shard, decoded, without those that would be missing: what
// choose_codec tries its candidates on.
std::vector<std::vector<std::byte>> sample_chunks(const ArrayFormat& format, std::uint64_t shard,
                                                  const CellView& view);

// A shard's index over bytes that outlive it, checked: the CRC holds and every chunk lies before
// the index. Messages do not name the file.
class ShardIndex {
 public:
  // Where an encoded chunk lies in the file.
  struct Extent {
    std::uint64_t offset;
    std::uint64_t size;
  };

  // How many bytes at the end of the file `parse` needs: all, if the file is too short.
  static std::uint64_t bytes(std::uint64_t chunks, std::uint64_t file_bytes);

  // Of a file of `file_bytes` that ends with `tail`.
  static Result<ShardIndex> parse(std::span<const std::byte> tail, std::uint64_t file_bytes,
                                  std::uint64_t chunks);
  static Result<ShardIndex> parse(std::span<const std::byte> file, std::uint64_t chunks) {
    return parse(file, file.size(), chunks);
  }

  // Nothing if the chunk is missing.
  std::optional<Extent> chunk(std::uint64_t number) const;

 private:
  Extent entry(std::uint64_t number) const;
  explicit ShardIndex(std::span<const std::byte> index) : index_(index) {}
  std::span<const std::byte> index_;
};

// Decodes one whole chunk, padding included, or fills it if `encoded` is nothing. `chunk` is its
// number, for messages. Requires cells.size() == format.chunk_bytes().
Status read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                  std::optional<std::span<const std::byte>> encoded, std::span<std::byte> cells);

// The same out of a whole file.
Status read_chunk(const ArrayFormat& format, const ShardIndex& index,
                  std::span<const std::byte> file, std::uint64_t chunk, std::span<std::byte> cells);

}  // namespace grundy::table
