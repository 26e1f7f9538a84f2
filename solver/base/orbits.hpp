// base/orbits.hpp: counts of a box from its sorted positions alone.
//
// Where coordinates may be exchanged, a sorted position stands for its images: those with the same
// coordinates, in every group of axes in another order. Their keys are products over the axes
// (base/digest.hpp), so the keys of all images are summed before they meet the value. Along a row
// of sorted positions the last coordinate c is greater than the others of its group. In an image it
// stands at one axis t of the group, and the others are arranged on the rest. So with A(t) the sum
// over these arrangements, the row amounts to the sum over t of A(t) * sum of along(t, c) * value.
// All of it is exact.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/axis_groups.hpp"
#include "base/counts.hpp"
#include "base/keys.hpp"

namespace grundy {

// Immutable; any number of threads may ask.
class Orbits {
 public:
  // The box is the same along the axes of a group. `keys` must outlive this.
  Orbits(const DigestKeys& keys, std::size_t dimensions, const AxisGroups& groups);

  // Folds in the images of sorted positions: of `start`, which is the first one of its row, and of
  // those that follow it along the last axis. As count_row.
  void count_row(Quantity quantity, const Position& start, std::span<const std::uint32_t> values,
                 Counts& into) const;

 private:
  struct Images {
    Residues key;  // the sum of theirs
    std::uint64_t count = 1;

    friend Images operator*(const Images& a, const Images& b) noexcept {
      return {a.key * b.key, a.count * b.count};
    }
  };

  // Every order of the sorted position's coordinates along `from` on `axes`, of which there are as
  // many.
  Images arrangements(std::span<const std::size_t> axes, std::span<const std::size_t> from,
                      const Position& sorted) const;
  Images around(const Position& position, std::size_t groups) const;

  const DigestKeys& keys_;
  // An axis that is in none is one of its own; that of the last axis comes last.
  AxisGroups groups_;
};

}  // namespace grundy
