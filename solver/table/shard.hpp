// table/shard.hpp: reading one shard file (Zarr's `sharding_indexed`, index at the end);
// table/shard.hpp writes them.
//
//   encoded inner chunks, one after another, in C order of the chunk grid
//   index: for each chunk of the grid, in C order, offset and size, each 8 bytes
//   CRC-32C of the index: 4 bytes
//
// All integers are little endian. A chunk that lies outside the array, or whose cells all hold the
// fill value, is missing: offset = size = 2^64 - 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/files.hpp"

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

  // The number of bytes at the end of the file that `parse` needs: all, if the file is too short.
  static std::uint64_t bytes(std::uint64_t chunks, std::uint64_t file_bytes);

  // The index of a file of `file_bytes` that ends with `tail`. Errc::corrupt for damage.
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

// Decodes one whole chunk, padding included; fills it if `encoded` is nothing. `chunk` is its
// number, for messages. Requires cells.size() == format.chunk_bytes().
Status read_chunk(const ArrayFormat& format, std::uint64_t chunk,
                  std::optional<std::span<const std::byte>> encoded, std::span<std::byte> cells);

// The same, where `file` holds the whole file.
Status read_chunk(const ArrayFormat& format, const ShardIndex& index,
                  std::span<const std::byte> file, std::uint64_t chunk, std::span<std::byte> cells);

// How the bytes of shards are read.
enum class Access : std::uint8_t {
  mapped,  // the fastest; but if an open file is cut short, this process ends by SIGBUS
  read,  // by system calls, chunk by chunk: a file that was cut short or exchanged since its index
         // was read is Errc::corrupt. Takes memory for the index
};

// A shard on disk, its index checked. Any number of threads may read at once.
class ShardFile {
 public:
  // Checks the file's index. Errors name the file.
  static Result<ShardFile> open(const Folder& array, const ArrayFormat& format, std::uint64_t shard,
                                Access access = Access::mapped);

  // False if all cells of the chunk hold the fill value.
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
  // With Access::read:
  std::vector<std::byte> tail_;  // the bytes that index_ refers to
  RegularFile::Identity identity_;
};

// Packing one shard, by many threads, and writing its file (its format is
// described in table/shard.hpp, which reads it).
//
// A piece is a few consecutive chunks: enough to be worth handing to a thread, and few enough that
// all threads get one. The bytes that result depend neither on threads nor on pieces.

class PackedShard {
 public:
  // About the number of cells in a piece.
  static constexpr std::uint64_t piece_cells = 1 << 17;

  // Nothing is packed yet. Width and codec of the format are final.
  PackedShard(ArrayFormat format, std::uint64_t shard);

  std::uint64_t shard() const noexcept { return shard_; }
  std::size_t pieces() const noexcept { return pieces_.size(); }

  // Packs a piece, from a source that holds the box of the shard. Any number of threads may call it
  // at once, each with a piece of its own. Takes memory for the packed bytes, twice, and one chunk.
  // Errc::memory if memory runs out.
  Status pack(std::size_t piece, const CellSource& source);

  // The packed size of a piece, without the index.
  std::uint64_t packed_bytes(std::size_t piece) const noexcept {
    return pieces_[piece].bytes.size();
  }

  std::uint64_t packed_bytes() const noexcept;

  // When all pieces are packed: whether the file has these bytes, and writing it (Errc::io).
  bool is(std::span<const std::byte> file) const;
  Status write(const std::filesystem::path& path) const;

 private:
  struct Piece {
    std::vector<std::byte> bytes;
    std::vector<std::uint64_t> sizes;  // of its chunks; 0: missing
  };
  std::vector<std::byte> index() const;

  ArrayFormat format_;
  std::uint64_t shard_;
  Grid chunks_;
  std::uint64_t chunks_of_piece_;
  std::vector<Piece> pieces_;
};

inline constexpr std::uint64_t sampled_cells = 1 << 18;
inline constexpr std::uint64_t sampled_part = 8;

// Cells of chunks at about equal distances in the shard, for choose_codec to try its candidates on:
// about sampled_cells in all, but no more than 1 / sampled_part of the shard and one chunk. Chunks
// that would be missing are left out.
std::vector<std::vector<std::byte>> sample_chunks(const ArrayFormat& format, std::uint64_t shard,
                                                  const CellSource& source);

}  // namespace grundy::table
