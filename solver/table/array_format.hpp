// table/array_format.hpp: everything needed to find and decode any cell of an array.
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

// How every array of a new table is cut, p_section apart.
Layout layout_of(const TableSpec& spec);

// The array of one quantity as it begins: layout_of, the narrowest cells (uint8,
// for remoteness uint16), and N as the fill value of outcomes, whose P-positions are few: whole
// chunks without any then cost nothing.
ArrayFormat array_format(const TableSpec& spec, Quantity quantity);

}  // namespace grundy::table
