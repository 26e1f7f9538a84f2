// table/export/slice.hpp: the part of a table that is exported.
//
// A slice is written as one entry for each coordinate, separated by commas, in the coordinates of
// the game, not in array indices. Both ends are included, as in boxes:
//
//   5      this coordinate alone; the axis is gone from the result
//   2:7    from 2 to 7        2:  from 2 to the end of the box
//   :      all of them        :7  from the beginning of the box to 7
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "table/info.hpp"

namespace grundy::exports {

struct Slice {
  Box region;                     // in the table's coordinates
  std::vector<std::size_t> axes;  // those that remain, ascending; along the others region is 1 wide

  // A box of the axes that remain <-> the same positions in the table.
  Box remaining() const;
  Box in_table(const Box& part) const;
};

Slice everything(const Box& box);

// Errc::usage, with the entry and the box, for what is no slice of spec.box or leaves no axis.
Result<Slice> parse_slice(std::string_view text, const table::TableSpec& spec);

}  // namespace grundy::exports
