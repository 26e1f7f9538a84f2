// table/sorted_axes.hpp: tables that keep one of each set of positions with equal values.
//
// Where coordinates may be exchanged without changing the value, the position whose coordinates
// ascend represents all the others. Such a table has the same shape, but cells of positions that
// are not sorted hold the fill value, and chunks without any sorted position are missing. With
// three equal sides a sixth is kept. The box has the same sides along all axes of a group; without
// groups every position is sorted.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"

namespace grundy::table {

class ArrayReader;

// Whether some position of the box is sorted.
bool holds_sorted(const Box& box, const AxisGroups& groups);

// Gives `fill` to the cells of positions that are not sorted.
void fill_unsorted(const CellSpan& cells, const AxisGroups& groups, std::uint32_t fill);

// Like ArrayReader::read, but every position gets the value of its sorted one. Decodes each chunk
// once and writes its cells to all positions that they represent.
Status read_sorted(const ArrayReader& array, const AxisGroups& groups, const Box& region,
                   const CellSpan& to);

}  // namespace grundy::table
