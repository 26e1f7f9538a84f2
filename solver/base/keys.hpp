// base/keys.hpp: the keys of a box (base/digest.hpp), at hand.
//
// Immutable; any number of threads may ask.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/digest.hpp"
#include "kernels/digest.hpp"

namespace grundy {

// By coordinates. Takes at most 34 KiB for each axis.
class DigestKeys {
 public:
  explicit DigestKeys(const Box& box);

  // The share of one coordinate: the key of a position is the product over its coordinates.
  Residues along(std::size_t axis, std::int64_t coordinate) const noexcept {
    return along_index(axis, coordinate - low_[axis]);
  }

  // The product of all shares but that of the last coordinate.
  Residues of_row(const Position& position) const noexcept;

  // The sum of along(axis, first + i) * weights[i]. Requires these coordinates to be in the box.
  template <class Weight>
  Residues sum_along(std::size_t axis, std::int64_t first,
                     std::span<const Weight> weights) const noexcept;

 private:
  struct Axis {
    std::int64_t extent;
    std::vector<Residues> fine;
    std::vector<std::int16_t> digits;  // of the fine factors, as kernels/digest.hpp wants them
    std::size_t step;                  // between those of a place
  };
  Residues along_index(std::size_t axis, std::int64_t index) const noexcept {
    const Axis& of = axes_[axis];
    const auto place = static_cast<std::uint64_t>(index) % digest_period;
    // Where one coarse factor serves all, it is in the fine ones.
    return of.extent <= digest_period ? of.fine[place]
                                      : of.fine[place] * digest_coarse(axis, index);
  }
  void add_axis(std::size_t axis, std::int64_t extent);
  template <class Weight>
  Residues stretch(std::size_t axis, std::int64_t index,
                   std::span<const Weight> weights) const noexcept;

  Position low_;
  std::vector<Axis> axes_;
};

// By index on the axis, at once. Takes 16 bytes a coordinate: at most 1 MiB for each axis, or what
// many uses are worth.
class AxisKeys {
 public:
  explicit AxisKeys(const Box& box, std::uint64_t uses = 0);

  Residues at(std::size_t axis, std::int64_t index) const noexcept {
    const std::vector<Residues>& keys = axes_[axis];
    return keys.empty() ? digest_fine(axis, index) * digest_coarse(axis, index)
                        : keys[static_cast<std::size_t>(index)];
  }

 private:
  std::vector<std::vector<Residues>> axes_;  // those of long axes may be empty
};

// Of single positions, by their numbers in C order within the box. Takes at most 1 MiB for each
// axis.
class RankKeys {
 public:
  // Requires box.volume().
  explicit RankKeys(const Box& box);

  Residues at(std::uint64_t rank) const noexcept;

 private:
  // Neighbouring axes whose keys are multiplied beforehand, or one long axis.
  struct Block {
    std::size_t axis;            // the first
    std::uint64_t stride;        // of the last one's ranks
    std::uint64_t reciprocal;    // floor(2^64 / stride), where the stride is not 1
    std::vector<Residues> keys;  // by rank within the block; empty if it is long
  };

  void multiply(Block& block, const Box& box, std::size_t end) const;

  std::vector<Block> blocks_;
};

}  // namespace grundy
