// tiles/schedule.hpp: which positions may be solved at once.
//
// There are two schedules. Tiles: the scan order of rules/proofs/termination.hpp orders each tile,
// and tiles are cut only along coordinates that no move raises (or none lowers). Every option then
// lies in the position's own tile or in one that is not later on any such axis, so tiles whose tile
// coordinates have equal sums do not depend on one another: that sum is the wave.
//
// Layers: where no scan order exists, positions of equal weight are a wave.
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
  // The schedule of `box` with tiles of at most about `tile_positions` positions, of
  // equal extents along all cut axes: whole columns of kernels/generic/columns.hpp if longer than
  // one.
  Schedule(const Box& box, const rules::Descent& descent, std::uint64_t tile_positions);

  // Lets a tile undo what is two tiles behind it along `axis`, which is cut: it also waits for
  // those that need this. They lie one behind it along that axis, and at most `reach` on along
  // others.
  void let_undo(std::size_t axis, std::vector<std::int64_t> reach);

  Order order() const noexcept { return order_; }
  std::uint64_t waves() const noexcept { return waves_; }

  // The wave after which every position of `part` is solved.
  std::uint64_t last_wave(const Box& part) const;

  // Of tiles: their extents, by coordinate, and the order of the loops inside them.
  const std::vector<std::int64_t>& tile_extents() const noexcept { return extents_; }
  const std::vector<rules::ScanAxis>& scan() const noexcept { return scan_; }
  std::uint64_t tiles() const noexcept;
  // The numbers of all tiles, none before those that it waits for.
  std::vector<std::uint32_t> tiles_in_order() const;
  Box tile(std::uint64_t number) const;
  // The tile that holds a position, and the one by which all of `part` is solved.
  std::uint64_t tile_with(const Position& position) const;
  std::uint64_t last_tile(const Box& part) const;
  // Whether `holds` is true for some tiles that this one waits for: if they are solved, and those
  // that they waited for, it may be.
  bool all_before(std::uint64_t number, const std::function<bool(std::uint64_t)>& holds) const;

  // Of layers: positions with weights . position == weight_of(wave) form the wave.
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
  Box numbers_;                         // of tiles by axis, from zeros
  std::optional<std::size_t> undoing_;  // the axis of let_undo
  Position reach_;
  std::vector<std::int64_t> weights_;
  std::int64_t least_weight_ = 0;
};

}  // namespace grundy::tiles
