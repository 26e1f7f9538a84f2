// kernels/ray/remoteness.hpp: remoteness where all moves are rays, from one number a line.
//
// A position is N if a line through it has met a P-position, and then its remoteness is 1 more than
// the least of these; else it is P, 1 more than the greatest of all positions that its lines have
// met (kernels/ray/plane.hpp). So a line needs to know one number:
//   0              it has met no position
//   1 + r          it has met N-positions only, and r is their greatest remoteness
//   2^32 - 1 - r   it has met a P-position, and r is the least remoteness of those
// The greatest number of a position's lines decides, and the position's own number joins them by
// the greater of both. Once a line has met a P-position its N-positions do not matter, since all
// positions to come are N.
//
// Costs two visits of each line, however many options there are. Remoteness must stay below
// 2^31 - 1. Allocates nothing. Calls may run at once if they share no lines.
#pragma once
#include <cstdint>

#include "kernels/ray/plane.hpp"

namespace grundy::kernels {

template <class Cell>
struct RemotenessPlane : Plane<Cell> {  // cells are 2 * remoteness + (0 = P, 1 = N)
  std::uint32_t* met;                   // by line, 0 at first
  bool misere;
};

void solve_ray_remoteness(const RemotenessPlane<std::uint16_t>& plane) noexcept;
void solve_ray_remoteness(const RemotenessPlane<std::uint32_t>& plane) noexcept;

}  // namespace grundy::kernels
