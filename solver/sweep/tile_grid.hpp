// sweep/tile_grid.hpp: a box cut into tiles, up to the exchange of coordinates.
//
// Tile number t[a] along coordinate a holds t[a] * side[a] .. (t[a] + 1) * side[a] - 1,
// counted from the low end of the box. Only tiles that hold a sorted position are kept: those
// whose numbers ascend within every group of interchangeable coordinates. They are counted in
// C order of their numbers. Without groups these are all tiles.
//
// A wave is the tiles whose numbers have the same sum: no position of one is <= a position of
// another in every coordinate. What a position waits for, if only smaller coordinates count,
// lies in its own tile and in earlier waves.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/box.hpp"
#include "plan/ray_symmetry.hpp"

namespace grundy::sweep {

class TileGrid {
 public:
  // Ranges and sides are equal within each group.
  TileGrid(Box box, plan::AxisGroups groups, Position sides);

  const Box& box() const noexcept { return box_; }
  const plan::AxisGroups& groups() const noexcept { return groups_; }
  const Position& sides() const noexcept { return sides_; }

  std::size_t tiles() const noexcept { return waves_.size(); }
  std::size_t waves() const noexcept { return wave_starts_.size() - 1; }
  std::span<const std::uint32_t> wave(std::size_t wave) const noexcept;

  // The positions of a tile, sorted or not.
  Box tile(std::size_t tile) const;
  // The tile of a sorted position.
  std::size_t tile_of(const Position& sorted) const noexcept;
  // How many positions of the box have their sorted image in a tile.
  std::uint64_t images(std::size_t tile) const;

  void sort(Position& position) const;

 private:
  void add_tile(const Position& numbers);
  void make_waves();

  Box box_;
  plan::AxisGroups groups_;
  Position sides_;
  Box numbers_;                        // of tiles, from zeros
  std::vector<std::uint32_t> places_;  // by rank in numbers_; undefined if not kept
  std::vector<std::uint64_t> ranks_;   // of kept tiles in numbers_
  std::vector<std::uint32_t> waves_;   // tiles, wave by wave
  std::vector<std::size_t> wave_starts_;
};

}  // namespace grundy::sweep
