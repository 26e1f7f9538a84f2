// methods/rays/lines.hpp: for outcomes of rays, where lines keep what is attacked, and tiles of
// rows that may be solved at once.
//
// Coordinates here count from 0, the inner axis last: a position is (u, k), and there is a ray
// along k. Every line of a direction d that is not that ray holds at most one P-position. It meets
// each row u in at most one position. So it is determined by what does not change along it: with p
// the pivot, an axis of d, by u_q - u_p d_q for the other axes q. All lines of equal u-projection
// share one bit array, whose index is k - u_p d_k. So for direction d, (u, k) has a bit address
// that is a linear function of u and k: a LinearForm.
//
// Symmetry. Where groups of axes are interchangeable, only sorted positions (every group ascending)
// are solved. A sorted P-position P stands for its permutations sP, which are P-positions as well.
// Two things follow.
// - Directions that differ by a permutation of outer axes share their arrays: row u reads
//   direction d where a permuted row reads the permuted direction.
// - Marks are needed for every (s, d) such that sP + t d is sorted for some t >= 1 and some P. Ties
//   cost nothing: where two coordinates of P are equal, another s gives the same point, so it is
//   enough to consider P strictly ascending within groups. For neighbours i, j in a group that have
//   equal d, s must keep their order; d_i = 0, d_j = 1 requires t >= a difference of coordinates of
//   P; d_i = 1, d_j = 0 requires t <= another one; and a difference is never at most one over a
//   smaller interval of coordinates. Marks that are made without need do no harm, as every mark is
//   a true P-position.
// Marks with equal forms are one. Marks on the lines that the row of P reads itself are not listed:
// the kernel makes them when it has found P.
//
// Order. Let rows be solved in an order that contains the product order of sorted u. Then positions
// below P are solved before P or not at all, since sorting keeps that order.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/rays.hpp"

namespace grundy::ray {

// A game of rays with its axes in this order: the outer ones ascending, then the inner one.
struct Frame {
  std::size_t inner_axis;
  std::vector<std::int64_t> extents;
  std::vector<family::Direction> directions;
  AxisGroups groups;
  std::vector<std::optional<std::size_t>> before;  // the axis before this one in its group
  std::size_t outer() const noexcept { return extents.size() - 1; }

  // Requires ray_axis(rays, box) and the groups of interchangeable_axes(rays, box).
  Frame(const Rays& rays, const AxisGroups& groups, const Box& box);
};

// constant + sum of[i] * x[i], x = (u, k).
struct LinearForm {
  std::int64_t constant = 0;
  std::vector<std::int64_t> of;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy mistakes the 0 of the generated comparison
  friend auto operator<=>(const LinearForm&, const LinearForm&) = default;
};

struct Lines {
  std::uint64_t bytes = 0;          // of all arrays, with room in front for reading
  std::vector<LinearForm> aligned;  // what row u reads: coefficient of k is 1
  std::vector<LinearForm> shifted;  // those of directions that move k
  struct Mark {
    LinearForm form;     // of the sorted P-position
    std::size_t source;  // the largest axis whose coordinate takes the place of k
  };
  std::vector<Mark> marks;  // without those on lines that the row reads
};

// Bytes of all arrays, in floating point, to see whether the integers of lay_out would overflow.
double line_bytes(const Frame& frame);

// Requires line_bytes(frame) < 2^56. Rows share no bytes: those that a kernel reads beyond the end
// of a row belong to the row as well.
Lines lay_out(const Frame& frame);

// Bounds of the outer axes, inclusive. Only sorted rows between them belong to the tile.
struct Tile {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
};

// The sorted rows of a game of rays in tiles, and the tiles in waves.
//
// Every outer axis is cut into blocks of equal length, the same for all axes, so that permutations
// of positions are permutations of tiles. A tile holds the sorted rows of a tuple of blocks, itself
// sorted. Its wave is the sum of the block numbers.
//
// Tiles of a wave are independent. A row that matters to another one lies below or above it in the
// product order. So does its tile, and different tiles of equal sum are never comparable. The same
// holds for all permutations of tiles taken together. Hence a line of u and all its permutations
// meet at most one tile of a wave up to permutation: the owner of its bits in this wave. A tile
// reads bits that it owns and no others. A mark of sP, where s brings coordinate P_i into the place
// of k, belongs to the tile of the row that sP lies in: block(P_i) has been replaced by block(k).
// If these are equal, it is the own tile or a permutation of it, and the mark is made at once, as
// it must be. Otherwise k > P_i, and the wave of that tile is later. Then the mark waits until this
// wave is over, since the bit may share its byte with others whose owner is at work.
class Tiles {
 public:
  Tiles(const Frame& frame, std::int64_t block);

  std::int64_t block() const noexcept { return block_; }
  std::uint64_t waves() const noexcept { return waves_; }
  std::vector<Tile> tiles_of(std::uint64_t wave) const;
  // No tile has more rows.
  std::uint64_t most_rows() const noexcept;

 private:
  void extend(Tile& tile, std::uint64_t blocks_left, std::vector<Tile>& into) const;
  std::uint64_t blocks(std::size_t axis) const noexcept;

  const Frame& frame_;
  std::int64_t block_;
  std::uint64_t waves_ = 1;
};

// Whether solving takes long compared with waking threads once for every wave.
bool worth_sharing(const Frame& frame);

// A length of blocks for which tiles are worth a task, and the bits that a tile touches fit a
// cache. Work that is not worth sharing is one tile.
std::int64_t choose_block(const Frame& frame, const Lines& lines);

}  // namespace grundy::ray
