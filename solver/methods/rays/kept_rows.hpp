// methods/rays/kept_rows.hpp: the sorted positions of tiles that are kept here, in rows as long as
// may be.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/box.hpp"
#include "methods/rays/sorted_cells.hpp"

namespace grundy::ray {

// The kept tile next to a tile along the last axis, by 1 or -1; tiles() for none.
inline std::size_t kept_beside(const SortedCells& cells, std::size_t tile, std::int64_t step) {
  const tiles::TileGrid& grid = cells.grid();
  Position numbers = grid.numbers(tile);
  numbers.back() += step;
  const std::size_t last = numbers.size() - 1;
  if (numbers.back() < 0 || numbers.back() > (grid.box().extent(last) - 1) / grid.sides()[last] ||
      !grid.ascends(numbers))
    return grid.tiles();
  const std::size_t beside = grid.tile_numbered(numbers.data());
  return cells.has(beside) ? beside : grid.tiles();
}

// Calls visit(start, length) for rows of a kept tile and of those that follow it along the last
// axis. Nothing for a tile that is not kept, or follows one that is.
template <class Visit>
void visit_kept_rows(const SortedCells& cells, std::size_t tile, const Visit& visit) {
  const tiles::TileGrid& grid = cells.grid();
  if (!cells.has(tile) || kept_beside(cells, tile, -1) < grid.tiles()) return;
  Box starts = grid.tile(tile);
  std::int64_t end = starts.high.back();
  for (std::size_t next = tile; (next = kept_beside(cells, next, 1)) < grid.tiles();)
    end = grid.tile(next).high.back();
  starts.high.back() = starts.low.back();
  for (std::uint64_t row = 0; row < *starts.volume(); ++row) {
    Position start = starts.position(row);
    if (!is_sorted_row(start, cells.groups())) continue;
    start.back() = std::max(start.back(), first_sorted(start, cells.groups()));
    if (start.back() <= end) visit(start, static_cast<std::uint64_t>(end - start.back() + 1));
  }
}

}  // namespace grundy::ray
