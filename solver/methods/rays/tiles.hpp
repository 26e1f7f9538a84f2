// methods/rays/tiles.hpp: the sorted rows of a game of rays in tiles, the tiles in waves.
//
// Every outer axis is cut into blocks of equal length, the same for all axes, so that
// permutations of positions are permutations of tiles. A tile holds the sorted rows of a
// tuple of blocks, itself sorted; its wave is the sum of the block numbers.
//
// Tiles of a wave are independent. A row that matters to another one lies below or above it
// in the product order, so its tile too, and different tiles of equal sum are never
// comparable. The same holds for all permutations of tiles taken together. Hence a line of u
// and all its permutations meet at most one tile of a wave up to permutation: the owner of its
// bits in this wave. A tile reads bits that it owns and no others.
// A mark of sP, where s brings coordinate P_i into the place of k, belongs to the tile of the
// row that sP lies in: block(P_i) has been replaced by block(k). If these are equal, that is
// the own tile or a permutation of it, and the mark must be and is made at once. Otherwise
// k > P_i, the wave of that tile is later, and the mark has to wait until this wave is over,
// since the bit may share its byte with others whose owner is now at work.
#pragma once
#include <cstdint>
#include <vector>

#include "methods/rays/lines.hpp"

namespace grundy::ray {

// Bounds of the outer axes, inclusive; only sorted rows between them belong to the tile.
struct Tile {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
};

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

// Whether solving takes long beside the time to call threads once for every wave.
bool worth_sharing(const Frame& frame);

// A length of blocks that makes tiles worth handing out, and keeps the bits that a tile touches in
// a cache. Work that is not worth sharing is one tile.
std::int64_t choose_block(const Frame& frame, const Lines& lines);

}  // namespace grundy::ray
