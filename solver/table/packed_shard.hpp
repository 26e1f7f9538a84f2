// table/packed_shard.hpp: packing one shard, by many threads, and writing its file (its format is
// described in table/shard.hpp, which reads it).
//
// A piece is a few consecutive chunks: enough to be worth handing to a thread, and few enough that
// all threads get one. The bytes that result depend neither on threads nor on pieces.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"

namespace grundy::table {

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
