// methods/scan/tiling.hpp: tiles in which a scheme may be solved.
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "methods/scan/program.hpp"
#include "relation/scheme.hpp"
#include "tiles/schedule.hpp"

namespace grundy::scan {

// Positions of a tile of kernel generic.
std::uint64_t tile_positions(const tiles::Schedule& schedule);

enum class Rows : std::uint8_t { cut_or_whole, whole };

// Tiles of a few times `tile_positions` positions; of more if rows are cut, for each part of a row
// has its own runs. An axis is cut if the scheme goes one way
// along it: options that are added at x, and the positions x - u whose sets x takes, are all on one
// side of x. Then the tiles of a line are solved one after the other, and everything that a tile
// needs is in tiles that it waits for. The first axis of the scan is always cut. Rows stay whole if
// two other axes are cut, or if they must.
tiles::Schedule tiling(const relation::Scheme& scheme, const Box& box, const Scan& scan,
                       std::uint64_t tile_positions, Rows rows = Rows::cut_or_whole);

// Whether tiles consist of whole rows.
inline bool has_whole_rows(const tiles::Schedule& schedule, const Box& box, const Scan& scan) {
  const std::size_t inner = scan.back().axis;
  return schedule.tile_extents()[inner] == box.extent(inner);
}

}  // namespace grundy::scan
