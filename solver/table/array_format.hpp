// table/array_format.hpp: everything needed to find and decode any cell of an array, and the
// formats that the arrays of a new table begin with.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/value.hpp"
#include "table/codec.hpp"
#include "table/info.hpp"
#include "table/layout.hpp"

namespace grundy::table {

// What the zarr.json of one array says.
struct ArrayFormat {
  std::string name;
  std::vector<std::string> dimensions;  // the name of each axis
  Box box;                              // index = coordinate - box.low
  Layout layout;
  unsigned width = 1;      // bytes a cell: uint8, uint16 or uint32
  std::uint32_t fill = 0;  // the value of padding, and of every cell of a missing chunk
  AxisGroups sorted_axes;  // cells of positions not sorted by them are padding too
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
