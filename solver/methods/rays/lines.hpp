// methods/rays/lines.hpp: where the lines of a game of rays keep what is attacked.
//
// Coordinates here count from 0, the inner axis last: a position is (u, k), and there is a
// ray along k. Every line of a direction d that is not that ray holds at most one P-position.
// It meets each row u in at most one position, so it is known by what does not change along
// it: with p the pivot, an axis of d, by u_q - u_p d_q for the other axes q. All lines of
// equal u-projection share one bit array, whose index is k - u_p d_k. So (u, k) stands, for
// direction d, at a bit address that is a linear function of u and k: a LinearForm.
//
// Symmetry. Where groups of axes are interchangeable, only sorted positions (every group
// ascending) are solved, and a sorted P-position P stands for its permutations sP, which are
// P-positions as well. Two things follow.
// - Directions that differ by a permutation of outer axes share their arrays: row u reads
//   direction d where a permuted row reads the permuted direction.
// - Marks are needed for every (s, d) such that sP + t d is sorted for some t >= 1 and some P.
//   Ties cost nothing: where two coordinates of P are equal, another s gives the same point,
//   so it is enough to ask for P strictly ascending within groups. For neighbours i, j in a
//   group that have equal d, s must keep their order; d_i = 0, d_j = 1 asks for t >= a
//   difference of coordinates of P; d_i = 1, d_j = 0 for t <= another one; and a difference is
//   never at most one over a smaller interval of coordinates. What this lets pass without need
//   does no harm, for every mark is a true P-position.
// Marks with equal forms are one. Those on the lines that the row of P reads itself are not listed:
// the kernel makes them when it has found P.
//
// Order. Positions below P are solved before P or not at all, whenever rows are solved in an
// order that contains the product order of sorted u, since sorting keeps that order.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/symmetry.hpp"

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
  // NOLINTNEXTLINE(modernize-use-nullptr): taken for one is the 0 that the compiler compares with
  friend auto operator<=>(const LinearForm&, const LinearForm&) = default;
};

struct Lines {
  std::uint64_t bytes = 0;          // of all arrays, with room in front for reading
  std::vector<LinearForm> aligned;  // what row u reads: coefficient of k is 1
  std::vector<LinearForm> shifted;  // those of directions that move k
  struct Mark {
    LinearForm form;     // of the sorted P-position
    std::size_t source;  // the largest axis whose coordinate comes to stand in place of k
  };
  std::vector<Mark> marks;  // besides the lines that the row reads
};

// Bytes of all arrays, in floating point: whether the integers of lay_out would overflow.
double line_bytes(const Frame& frame);

// Requires line_bytes(frame) < 2^56. Bytes of a row are its own: those that a kernel reads
// beyond its end belong to the row as well.
Lines lay_out(const Frame& frame);

}  // namespace grundy::ray
