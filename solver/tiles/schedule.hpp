// tiles/schedule.hpp: which positions may be solved at the same time.
//
// There are two orders. Tiles: positions in a tile are solved in the scan order of
// rules/proofs/termination.hpp. Tiles are cut only along coordinates that no move raises (or none
// lowers). Every option then lies in the position's own tile or in one that is not later on any
// such axis. So tiles whose tile coordinates have equal sums do not depend on one another; that sum
// is the wave.
//
// Layers: if there is no scan order, positions of equal weight form a wave.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::tiles {

enum class Order : std::uint8_t { tiles, layers };

class Schedule {
 public:
  // The schedule of `box` with tiles of at most about `tile_positions` positions, of equal extents
  // along all cut axes. Extents beyond a column of kernels/generic/columns.hpp are whole columns.
  Schedule(const Box& box, const rules::Descent& descent, std::uint64_t tile_positions);

  // Lets a tile overwrite the tile two before it along `axis`, which is cut. It then also waits for
  // the tiles that still need that one. These lie one before it along that axis, and at most
  // `reach` further along others.
  void let_overwrite(std::size_t axis, std::vector<std::int64_t> reach);

  Order order() const noexcept { return order_; }
  std::uint64_t waves() const noexcept { return waves_; }

  // The wave after which every position of `part` is solved.
  std::uint64_t last_wave(const Box& part) const;

  // The following are for Order::tiles. Extents by coordinate, and the loops inside a tile.
  const std::vector<std::int64_t>& tile_extents() const noexcept { return extents_; }
  const std::vector<rules::ScanAxis>& scan() const noexcept { return scan_; }
  std::uint64_t tiles() const noexcept;
  // The numbers of all tiles, each after those that it waits for.
  std::vector<std::uint32_t> tiles_in_order() const;
  Box tile(std::uint64_t number) const;
  // The tile that holds a position, and the one after which all of `part` is solved.
  std::uint64_t tile_with(const Position& position) const;
  std::uint64_t last_tile(const Box& part) const;
  // Whether `holds` is true for certain tiles that this one waits for. If they are solved, and so
  // are those that they waited for, it may be solved.
  bool all_before(std::uint64_t number, const std::function<bool(std::uint64_t)>& holds) const;

  // For Order::layers: positions with weights . position == weight_of(wave) form the wave.
  const std::vector<std::int64_t>& weights() const noexcept { return weights_; }
  std::int64_t weight_of(std::uint64_t wave) const;

 private:
  std::int64_t tile_of(std::size_t axis, std::int64_t coordinate) const;

  Box box_;
  Order order_;
  std::uint64_t waves_ = 0;
  std::vector<rules::ScanAxis> scan_;
  std::vector<bool> descending_;  // by coordinate: tiles are numbered from the high end
  std::vector<std::int64_t> extents_;
  Box numbers_;                         // the tile coordinates, from 0
  std::optional<std::size_t> undoing_;  // the axis of let_overwrite
  Position reach_;
  std::vector<std::int64_t> weights_;
  std::int64_t least_weight_ = 0;
};

}  // namespace grundy::tiles
