#include "table/section.hpp"

namespace grundy::table {

bool has_section(const TableSpec& spec) {
  return spec.section_axis.has_value() && spec.box.dimensions() > 1;
}

Position without_axis(const Position& position, std::size_t axis) {
  Position rest = position;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(axis));
  return rest;
}

ArrayFormat section_format(const TableSpec& spec) {
  const std::size_t axis = *spec.section_axis;
  ArrayFormat format;
  format.name = section_name;
  format.dimensions = spec.coordinates;
  format.dimensions.erase(format.dimensions.begin() + static_cast<std::ptrdiff_t>(axis));
  format.box = {without_axis(spec.box.low, axis), without_axis(spec.box.high, axis)};
  // Indices of P-positions look random: they are slow to decode, and gain little by company.
  format.layout = choose_layout(format.box, section_chunk_cells);
  format.width = spec.box.extent(axis) <= 0xffff ? 2 : 4;
  format.fill = format.width == 2 ? 0xffff : 0xffffffff;
  return format;
}

}  // namespace grundy::table
