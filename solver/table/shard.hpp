// table/shard.hpp: the bytes of one shard file (Zarr's `sharding_indexed`, index at the end), as
// they are read; table/packed_shard.hpp writes them.
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

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"

namespace grundy::table {

inline constexpr std::uint64_t missing_chunk = ~std::uint64_t{0};

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
