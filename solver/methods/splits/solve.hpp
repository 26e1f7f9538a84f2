// methods/splits/solve.hpp: nimbers of a box under rules of splits and steps.
//
// Tiles of a few rows by one block of lanes (kernels/split/split.hpp) are solved once those
// next below them are (tiles/ordered_tiles.hpp), for every option lowers one coordinate or more
// and raises none. In a tile the pairs of rows that lie wholly before it are taken first, for
// several rows at once; then its rows are solved one after the other.
//
// Symmetry: a tile solves the rows in which it has sorted positions, and copies those to
// their images. In such a row it solves all lanes, sorted or not. What is read is final by
// then: let x be in a row with a sorted position in the tile's block, and y have one smaller
// coordinate. The images of y then have a sorted one, z, which is written, with all its
// images, in a tile whose numbers do not exceed those of x in any place, and, if it is the
// same tile, in an earlier row or lane. So the order of tiles orders all that threads
// share.
//
// The cost is a byte looked up for each option, a vector of them in two to four instructions.
// Memory is that of the board and the copy of it that is returned.
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/splits/splits.hpp"
#include "ranks/transport.hpp"
#include "tiles/tile_grid.hpp"
#include "tiles/watch.hpp"

namespace grundy::split {

// Of indices: coordinates less the low end of the box.
tiles::TileGrid tiles_of(const Box& closure);

// What solve allocates, but for some scratch memory of a few pages.
std::uint64_t memory_bytes(const Splits& splits, const Box& closure);

// Nimbers of the closure, which begins at the low ends of the coordinates, one byte wide and
// in C order. Errc::unsupported if one exceeds kernels::largest_split_nimber,
// Errc::interrupted, Errc::memory. *watch.solved grows by the number of positions. With a
// transport its ranks share out the tiles, as tiles::solve_tiles says, and each gets all values.
Result<memory::Cells> solve(const Splits& splits, const Box& closure, parallel::Executor& executor,
                            const tiles::Watch& watch = {},
                            cluster::Transport* transport = nullptr);

// What so many ranks send.
cluster::Traffic traffic(const Splits& splits, const Box& closure, std::size_t ranks);

}  // namespace grundy::split
