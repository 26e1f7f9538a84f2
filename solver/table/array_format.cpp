#include "table/array_format.hpp"

namespace grundy::table {
namespace {

// Outcomes compress so well that the fixed cost of each chunk counts: three_pile to 300 takes
// 0.054 bit a position in chunks of 32 Ki cells and 0.046 in chunks of 64 Ki. All arrays of a table
// share one layout, and so their shards.
std::int64_t chunk_cells_of(Quantity table) {
  return table == Quantity::outcome ? 2 * usual_chunk_cells : usual_chunk_cells;
}

}  // namespace

Layout layout_of(const TableSpec& spec) {
  return choose_layout(spec.box, chunk_cells_of(spec.quantity));
}

ArrayFormat array_format(const TableSpec& spec, Quantity quantity) {
  ArrayFormat format;
  format.name = to_string(quantity);
  format.dimensions = spec.coordinates;
  format.box = spec.box;
  format.layout = layout_of(spec);
  format.sorted_axes = spec.sorted_axes;
  format.width = quantity == Quantity::remoteness ? 2 : 1;
  format.fill = quantity == Quantity::outcome ? static_cast<std::uint32_t>(Outcome::N) : 0;
  return format;
}

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
  // Indices of P-positions look random: they decode slowly, and larger chunks hardly compress
  // better.
  format.layout = choose_layout(format.box, section_chunk_cells);
  format.width = spec.box.extent(axis) <= 0xffff ? 2 : 4;
  format.fill = format.width == 2 ? 0xffff : 0xffffffff;
  return format;
}

}  // namespace grundy::table
