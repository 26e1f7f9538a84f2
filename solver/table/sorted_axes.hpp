// table/sorted_axes.hpp: tables that keep one of each set of positions with equal values.
//
// Where coordinates may change places without changing the value, the position whose
// coordinates ascend stands for all the others. Such a table has the shape of every other,
// but cells of positions that are not sorted hold the fill value, and chunks without any
// sorted position are missing. Of three equal sides a sixth is kept.
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

// Along the axes of a group the box is the same. No groups: every position stands for itself.

// Turns a position into the one that stands for it. No allocation.
void sort_axes(std::span<std::int64_t> position, const AxisGroups& groups) noexcept;

// Whether some position of the box is sorted.
bool holds_sorted(const Box& box, const AxisGroups& groups);

// Gives `fill` to the cells of positions that are not sorted.
void fill_unsorted(const CellSpan& cells, const AxisGroups& groups, std::uint32_t fill);

// As ArrayReader::read, every position having the value of its sorted one. Decodes each chunk
// once and writes its cells wherever they stand for.
Status read_sorted(const ArrayReader& array, const AxisGroups& groups, const Box& region,
                   const CellSpan& to);

}  // namespace grundy::table
