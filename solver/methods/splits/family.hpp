// methods/splits/family.hpp: method `split`, for sums of two positions that differ along one axis,
// and steps.
//
// Tiles of a few rows by one block of lanes (kernels/split/split.hpp) are solved once those next
// below them are (tiles/ordered_tiles.hpp), as every option lowers one coordinate or more and
// raises none. In a tile the pairs of rows that lie wholly before it come first, for several rows
// at once. Then its rows are solved one after the other.
//
// Symmetry: a tile solves the rows in which it has sorted positions, and copies those to their
// images. In such a row it solves all lanes, sorted or not. What is read is final by then. Let x be
// in a row with a sorted position in the tile's block, and y have one smaller coordinate. The
// images of y then have a sorted one, z, which is written with all its images in one tile. The
// numbers of that tile do not exceed those of x in any place. If it is the same tile, z is in an
// earlier row or lane. So the order of tiles orders all that threads share.
//
// The cost is a byte read for each option, a vector of them in two to four instructions. Memory is
// that of the board and the copy of it that is returned.
#pragma once
#include "methods/family.hpp"
#include "methods/splits/splits.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::split {

inline constexpr Kernel kernel{"split"};

struct Family {
  static constexpr Kernel kernel = split::kernel;
  using Task = Splits;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims = family::by_nimbers;

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

// Tiles of indices: coordinates minus the low end of the box.
tiles::TileGrid tiles_of(const Box& closure);

// Bytes that solve() allocates, without scratch memory of a few pages.
std::uint64_t memory_bytes(const Splits& splits, const Box& closure);

// Nimbers of the closure, which begins at the low ends of the coordinates, one byte wide and in C
// order. *watch.solved grows by the number of positions. With a transport its ranks share out the
// tiles, see tiles::solve_tiles, and each gets all values. Errors: see methods/family.hpp;
// Errc::unsupported for nimbers above kernels::largest_split_nimber.
Result<memory::Cells> solve(const Splits& splits, const Box& closure, parallel::Executor& executor,
                            const tiles::Watch& watch = {},
                            cluster::Transport* transport = nullptr);

// What that many ranks send.
cluster::Traffic traffic(const Splits& splits, const Box& closure, std::size_t ranks);

}  // namespace grundy::split
