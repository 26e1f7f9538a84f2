// table/array_format.hpp: everything needed to find and decode any cell of an array, and the
// formats that the arrays of a new table begin with; how an array is cut into shards and chunks.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/value.hpp"
#include "table/codec.hpp"
#include "table/info.hpp"

namespace grundy::table {

// How an array is cut into shards (files) and inner chunks.
//
// A shard is one file, written at once when all its positions are solved. An inner chunk is what
// one probe has to decompress. Both are boxes of fixed sides laid out from the low corner of the
// array. Those at the far edges stick out of it and are padded, as Zarr requires.

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

// What the zarr.json of one array says.
struct ArrayFormat {
  std::string name;
  std::vector<std::string> dimensions;  // the name of each axis
  Box box;                              // index = coordinate - box.low
  Layout layout;
  unsigned width = 1;      // bytes a cell: uint8, uint16 or uint32
  std::uint32_t fill = 0;  // the value of padding, and of every cell of a missing chunk
  AxisGroups sorted_axes;  // cells of positions not sorted by them are padding too
  bool has_holes = false;  // cells of tuples that are no positions hold `fill`, which no other does
  Codec codec;

  Grid shards() const { return Grid(box, layout.shard); }
  // The inner chunks of one shard, those outside the box included.
  Grid chunks(std::uint64_t shard) const { return Grid(shards().padded(shard), layout.chunk); }
  std::size_t chunk_bytes() const {
    std::size_t bytes = width;
    for (const std::int64_t side : layout.chunk) bytes *= static_cast<std::size_t>(side);
    return bytes;
  }

  friend bool operator==(const ArrayFormat&, const ArrayFormat&) = default;
};

// How the arrays of a new table are cut into chunks and shards; p_section has its own layout.
Layout layout_of(const TableSpec& spec);

// The format that the array of a quantity begins with: layout_of, and the narrowest cells (uint8,
// for remoteness uint16). Outcomes have N as their fill value: P-positions are few, and chunks
// without any cost nothing.
ArrayFormat array_format(const TableSpec& spec, Quantity quantity);

// The array `p_section`, from which outcomes are probed in O(1).
//
// When rules have a full ray along an axis, of two P-positions on a line of that axis one would be
// an option of the other. So each line holds at most one. p_section drops the axis. For each line
// it gives the index (coordinate - origin) of its P-position in the box, or the fill value for
// none.

inline constexpr const char* section_name = "p_section";

// Whether a table of this spec has a p_section: never in one dimension, since none would be left.
bool has_section(const TableSpec& spec);

// The position without its coordinate along `axis`: where its line is found in p_section.
Position without_axis(const Position& position, std::size_t axis);

// The format of p_section. Cells are uint16 if 65535 is no index of the axis, else uint32; the fill
// value, their largest, stands for no P-position. Requires has_section(spec).
ArrayFormat section_format(const TableSpec& spec);

}  // namespace grundy::table
