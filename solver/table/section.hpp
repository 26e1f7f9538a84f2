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

#include "core/error.hpp"
#include "table/array_format.hpp"
#include "table/cells.hpp"
#include "table/info.hpp"

namespace grundy::table {

// Whether a table of this spec has a p_section: of one dimension, it would have none.
bool has_section(const TableSpec& spec);

// The position without that coordinate: where its line is found in p_section.
Position without_axis(const Position& position, std::size_t axis);

// Name, box, layout, cells and fill value (= none) of p_section. uint16 if 65535 is no index of the
// axis, else uint32. Requires has_section(spec).
ArrayFormat section_format(const TableSpec& spec);

// Gathers p_section while the table is written: 4 bytes for each line of the box.
class SectionBuilder {
 public:
  explicit SectionBuilder(const TableSpec& spec);

  // Takes the P-positions (cells of value 0) of `region`. Any number of threads at once. Two
  // P-positions on a line mean that the caller's axis has no full ray: Errc::corrupt.
  Status add(const CellView& view, const Box& region);

  const ArrayFormat& format() const noexcept { return format_; }
  CellView view() const { return view_of(lines_, format_.box); }

 private:
  Status add(const Position& p_position);

  std::size_t axis_;
  std::int64_t origin_;
  ArrayFormat format_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace grundy::table
