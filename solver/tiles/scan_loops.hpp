// tiles/scan_loops.hpp: the positions of a tile in scan order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::tiles {

// Calls visit(position) in the order of nested loops over the axes of the scan, except for the last
// `inner`: along these the position is the first of its stretch. Ends early if visit returns false.
template <class Visit>
void for_each_in_scan(const Box& tile, const std::vector<rules::ScanAxis>& scan, std::size_t inner,
                      const Visit& visit) {
  const auto first = [&](const rules::ScanAxis& loop) {
    return loop.ascending ? tile.low[loop.axis] : tile.high[loop.axis];
  };
  const auto last = [&](const rules::ScanAxis& loop) {
    return loop.ascending ? tile.high[loop.axis] : tile.low[loop.axis];
  };
  Position at(tile.dimensions());
  for (const rules::ScanAxis& loop : scan) at[loop.axis] = first(loop);
  while (visit(at)) {
    std::size_t depth = scan.size() - inner;
    for (; depth > 0; --depth) {
      const rules::ScanAxis& loop = scan[depth - 1];
      std::int64_t& coordinate = at[loop.axis];
      if (coordinate != last(loop)) {
        coordinate += loop.ascending ? 1 : -1;
        break;
      }
      coordinate = first(loop);
    }
    if (depth == 0) return;
  }
}

}  // namespace grundy::tiles
