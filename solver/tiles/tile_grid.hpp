// tiles/tile_grid.hpp: a box cut into tiles to be solved, up to the exchange of coordinates.
//
// Tile number t[a] along coordinate a holds t[a] * side[a] .. (t[a] + 1) * side[a] - 1,
// counted from the low end of the box. Only tiles that hold a sorted position are kept: those
// whose numbers ascend within every group of interchangeable coordinates. They are counted in
// C order of their numbers. Without groups these are all tiles.
//
// What a position waits for, if only smaller coordinates count, lies in its own tile and in tiles
// below it, none of whose numbers is greater.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/axis_groups.hpp"
#include "base/box.hpp"

namespace grundy::tiles {

class TileGrid {
 public:
  // Ranges and sides are equal within each group.
  TileGrid(Box box, AxisGroups groups, Position sides);

  const Box& box() const noexcept { return box_; }
  const AxisGroups& groups() const noexcept { return groups_; }
  const Position& sides() const noexcept { return sides_; }

  std::size_t tiles() const noexcept { return ranks_.size(); }
  // All tiles, by the sums of their numbers: none stands before one below it, and those of equal
  // sums may be solved at once.
  std::vector<std::uint32_t> order() const;
  // How many different sums of numbers there are.
  std::uint64_t waves() const noexcept;
  // Whether `holds` is true for the tiles next below one, a number less along one axis: if they are
  // solved, and so the ones below them, the tile may be.
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

  // Of a tile, one for each axis.
  Position numbers(std::size_t tile) const { return numbers_.position(ranks_[tile]); }
  // Whether there is a tile of these numbers, which are in range.
  bool ascends(const Position& numbers) const;
  // The positions of a tile, sorted or not.
  Box tile(std::size_t tile) const;
  // The tile of a sorted position.
  std::size_t tile_of(const Position& sorted) const noexcept;
  // The one of these numbers, one for each axis, which ascend within every group.
  std::size_t tile_numbered(const std::int64_t* numbers) const noexcept;
  // How many positions of the box have their sorted image in a tile.
  std::uint64_t images(std::size_t tile) const;

  void sort(Position& position) const;

 private:
  Box box_;
  AxisGroups groups_;
  Position sides_;
  Box numbers_;                        // of tiles, from zeros
  std::vector<std::uint32_t> places_;  // by rank in numbers_; undefined if not kept
  std::vector<std::uint64_t> ranks_;   // of kept tiles in numbers_
};

}  // namespace grundy::tiles
