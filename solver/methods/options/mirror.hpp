// methods/options/mirror.hpp: whether symmetry is used, and the other positions of an orbit.
//
// Symmetry is used where no move raises a coordinate. Exchanging coordinates then turns a tile into
// a tile of the same wave, and no position has an option in another tile of its wave. So images
// inside a position's own tile are set with the position itself. The tile is copied to the others
// when all of it is solved, in the order of memory. Layers hold whole orbits: there the closure is
// the tile.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "kernels/generic/generic.hpp"
#include "methods/family.hpp"
#include "rules/rules.hpp"

namespace grundy::generic {

// Under the permutations of the symmetric groups the positions with every group ascending stand for
// all others. Immutable: any thread may read.
class Mirror {
 public:
  // With `used` false every position stands for itself alone.
  Mirror(const rules::Rules& rules, const Box& box, bool used);

  // Whether the position stands for its orbit.
  bool represents(const Position& position) const noexcept {
    for (const auto& [left, right] : pairs_)
      if (position[left] > position[right]) return false;
    return true;
  }

  // Narrows low .. high, the values of coordinate `axis`, to those with which the position stands
  // for its orbit.
  void narrow(const Position& position, std::size_t axis, std::int64_t& low,
              std::int64_t& high) const noexcept;

  // Whether some position of the tile stands for its orbit.
  bool represents_any(const Box& tile) const noexcept {
    for (const auto& [left, right] : pairs_)
      if (tile.low[left] > tile.high[right]) return false;
    return true;
  }

  using Strides = std::vector<std::int64_t>;

  // The images of a tile that holds positions with every group ascending.
  struct OfTile {
    Strides inside;                  // of single positions: see kernels::Images
    std::vector<Strides> elsewhere;  // one for each tile
  };
  OfTile of_tile(const Box& tile) const;

  // The rank to which strides above are added.
  std::int64_t origin() const noexcept { return origin_; }

  // Sets the image of each cell of the tile.
  template <class Cell>
  void copy(const Box& tile, const Strides& image, std::span<Cell> cells) const noexcept;

 private:
  // The rank of the image of a tile's low corner.
  std::int64_t place(const Strides& strides, const Box& tile) const noexcept;

  std::int64_t origin_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // neighbours in a group
  Strides own_;
  std::vector<Strides> images_;
};

// Whether only positions with sorted coordinates have to be solved. That is right if sorting an
// option never makes it later than the position, as when no coordinate ever rises. Copies must lie
// in the layer of their original, too. The reason is empty without symmetric groups.
bool use_symmetry(const family::Scope& scope, std::string& reason);

// How many positions are sorted. For m symmetric coordinates with n values these are the multisets:
// binomial(n + m - 1, m).
std::uint64_t sorted_positions(const family::Scope& scope);

}  // namespace grundy::generic
