#include "table/array_format.hpp"

namespace grundy::table {
namespace {

// Outcomes compress so well that what each chunk costs by itself counts: three_pile to 300 takes
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

}  // namespace grundy::table
