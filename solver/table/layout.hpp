// table/layout.hpp: how an array is cut into shards (files) and inner chunks.
//
// A shard is one file, written at once when all its positions are solved. An inner chunk is what
// one probe has to decompress. Both are boxes of fixed sides laid out from the low corner of the
// array. Those at the far edges stick out of it and are padded, as Zarr requires.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/box.hpp"

namespace grundy::table {

// A box cut into equal tiles from its low corner, numbered in C order.
class Grid {
 public:
  Grid(const Box& box, const std::vector<std::int64_t>& sides);

  std::uint64_t size() const noexcept { return size_; }
  std::vector<std::int64_t> coordinates(std::uint64_t tile) const;
  // The whole tile, which may stick out of the box.
  Box padded(std::uint64_t tile) const;
  // The part of the tile inside the box: never empty.
  Box box(std::uint64_t tile) const;
  // The number of tiles along each axis.
  const std::vector<std::int64_t>& counts() const noexcept { return counts_; }

 private:
  Box box_;
  std::vector<std::int64_t> sides_;
  std::vector<std::int64_t> counts_;
  std::uint64_t size_ = 1;
};

// Sides of an inner chunk and of a shard; shard[i] is a multiple of chunk[i].
struct Layout {
  std::vector<std::int64_t> chunk;
  std::vector<std::int64_t> shard;

  friend bool operator==(const Layout&, const Layout&) = default;
};

// Cells of an inner chunk. Large chunks suit values that compress well: an index entry and the
// start of a chunk cost 30 bytes, and regular values decode at memory speed. Small chunks suit the
// others: 2,048 cells of 2 bytes decode in 3 microseconds.
inline constexpr std::int64_t usual_chunk_cells = 1 << 15;
inline constexpr std::int64_t small_chunk_cells = 1 << 11;
inline constexpr std::int64_t section_chunk_cells = 1600;  // p_section, encoded by zstd

// Inner chunks of about `chunk_cells` cells, and shards of about 4 Mi cells: 100 chunks or more, so
// that the index costs little and a crash loses little. Sides are as equal as the box allows and
// divide it evenly, so that no sliver is left at its edge. From 8 on they are even, from 16 on
// multiples of 4, so that chunks can be halved. The side of a chunk along the longest axis is a
// multiple of 8: blosc shuffles bits only if the number of cells is one.
Layout choose_layout(const Box& box, std::int64_t chunk_cells = usual_chunk_cells);

// The same shards with smaller chunks: halved across the longest even side, as long as the number
// of cells stays at least `chunk_cells` and a multiple of 8.
Layout cut_chunks(Layout layout, std::int64_t chunk_cells);

// The name of a shard's file: "c.2.0.1" (Zarr's default key encoding, separator '.', which keeps
// an array in one directory).
std::string shard_name(const Grid& shards, std::uint64_t shard);

}  // namespace grundy::table
