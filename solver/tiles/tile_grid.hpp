// tiles/tile_grid.hpp: a box cut into tiles, up to the exchange of coordinates.
//
// Tile number t[a] along coordinate a holds t[a] * side[a] .. (t[a] + 1) * side[a] - 1,
// counted from the low end of the box. Only tiles that hold a sorted position are kept: those
// whose numbers ascend within every group of interchangeable coordinates. They are counted in
// C order of their numbers. Without groups all tiles are kept.
//
// If positions depend only on positions without greater coordinates, these lie in the same tile and
// in tiles below it, which have no greater number.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.hpp"

namespace grundy::tiles {

class TileGrid {
 public:
  // Requires equal ranges and sides within each group.
  TileGrid(Box box, AxisGroups groups, Position sides);

  const Box& box() const noexcept { return box_; }
  const AxisGroups& groups() const noexcept { return groups_; }
  const Position& sides() const noexcept { return sides_; }

  std::size_t tiles() const noexcept { return ranks_.size(); }
  // All tiles, by the sums of their numbers: each after the ones below it. Those of equal sums may
  // be solved at the same time.
  std::vector<std::uint32_t> order() const;
  // The count of different sums of numbers.
  std::uint64_t waves() const noexcept;
  // Whether `holds` is true for the tiles next below one, which have one number less by 1. If they
  // are solved, and so are the ones below them, the tile may be solved.
  template <class Holds>
  bool all_below(std::size_t tile, const Holds& holds) const {
    Position numbers = this->numbers(tile);
    for (std::int64_t& number : numbers) {
      if (--number >= 0 && ascends(numbers) && !holds(places_[numbers_.rank(numbers)]))
        return false;
      ++number;
    }
    return true;
  }

  // The numbers of a tile, one for each axis.
  Position numbers(std::size_t tile) const { return numbers_.position(ranks_[tile]); }
  // Whether a tile of these numbers, which must be in range, is kept.
  bool ascends(const Position& numbers) const { return is_sorted(numbers, groups_); }
  // The positions of a tile, sorted or not.
  Box tile(std::size_t tile) const;
  // The tile of a sorted position.
  std::size_t tile_of(const Position& sorted) const noexcept;
  // The tile of these numbers, one for each axis, which must ascend within every group.
  std::size_t tile_numbered(const std::int64_t* numbers) const noexcept;
  // The count of positions of the box whose sorted image is in a tile.
  std::uint64_t images(std::size_t tile) const;

  // Sorts the coordinates within each group.
  void sort(Position& position) const { sort_axes(position, groups_); }

 private:
  Box box_;
  AxisGroups groups_;
  Position sides_;
  Box numbers_;                        // the tile coordinates, from 0
  std::vector<std::uint32_t> places_;  // by rank in numbers_; undefined if not kept
  std::vector<std::uint64_t> ranks_;   // of kept tiles in numbers_
};

}  // namespace grundy::tiles
