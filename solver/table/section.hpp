// table/section.hpp: the array `p_section`, from which outcomes are probed in O(1).
//
// When rules have a full ray along an axis, two P-positions on a line of that
// axis would be options of each other, so each line holds at most one. p_section
// drops the axis and gives for each line the index (coordinate - origin) of its
// P-position in the box, or `none`.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "table/array_format.hpp"
#include "table/info.hpp"

namespace grundy::table {

inline constexpr const char* section_name = "p_section";

// Whether a table of this spec has a p_section: of one dimension, it would have none.
bool has_section(const TableSpec& spec);

// The position without that coordinate: where its line is found in p_section.
Position without_axis(const Position& position, std::size_t axis);

// Name, box, layout, cells and fill value (= none) of p_section. uint16 if 65535 is no index of the
// axis, else uint32. Requires has_section(spec).
ArrayFormat section_format(const TableSpec& spec);

}  // namespace grundy::table
