#include "table/digest_view.hpp"

namespace grundy::table {

Digest digest_of(const CellView& view, Quantity quantity, const Box& box, const Box& region) {
  Digest digest;
  const std::int64_t count = region.extent(region.dimensions() - 1);
  with_cell_type(view.width, [&]<class Cell>(Cell) {
    for_each_row(region, [&](const Position& start) {
      const Cell* row = view.row<Cell>(start);
      std::uint64_t rank = box.rank(start);
      for (std::int64_t i = 0; i < count; ++i, ++rank) {
        const Cell value = row[i * view.strides.back()];
        if (quantity != Quantity::outcome || value == 0) digest.add(rank, value);
      }
    });
  });
  return digest;
}

}  // namespace grundy::table
