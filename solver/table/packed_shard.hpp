// table/packed_shard.hpp: one shard, packed by many threads, and its file (Zarr's
// `sharding_indexed`, index at the end; table/shard.hpp reads it).
//
// A piece is some chunks that follow one another, enough to be worth a thread's while and few
// enough that all threads have one. Which bytes come out depends neither on threads nor on pieces.
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
  // About as many cells as a piece has.
  static constexpr std::uint64_t piece_cells = 1 << 17;

  // Nothing is packed yet. Width and codec of the format are settled.
  PackedShard(ArrayFormat format, std::uint64_t shard);

  std::uint64_t shard() const noexcept { return shard_; }
  std::size_t pieces() const noexcept { return pieces_.size(); }

  // Packs a piece, from a source that holds the box of the shard. Any number of threads at once,
  // each with a piece of its own. Takes memory for what it packs and one chunk.
  Status pack(std::size_t piece, const CellSource& source);

  // What a piece was packed to, index apart.
  std::uint64_t packed_bytes(std::size_t piece) const noexcept {
    return pieces_[piece].bytes.size();
  }

  std::uint64_t packed_bytes() const noexcept;

  // When all pieces are packed: the file, as parts that follow one another.
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

// Chunks of about equal distance in the shard, sampled_cells in all but no more than a part of
// 1 / sampled_part, decoded, without those that would be missing: what choose_codec tries its
// candidates on.
std::vector<std::vector<std::byte>> sample_chunks(const ArrayFormat& format, std::uint64_t shard,
                                                  const CellSource& source);

}  // namespace grundy::table
