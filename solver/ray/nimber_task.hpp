// ray/nimber_task.hpp: how the nimbers of rules that are rays are solved in a box.
//
// For every line of every direction the nimbers found so far are kept as a set, and each
// position takes the least number that none of its lines has (kernels/ray/nimbers.hpp). The
// box is cut into tiles, and a tile waits for all whose numbers are nowhere larger than its own. Of
// two positions on a line one is <= the other in every coordinate, so one of their tiles waits for
// the other: no set is ever shared by two threads.
//
// Where coordinates are interchangeable (ray/symmetry.hpp), only positions that ascend
// within every group of them are solved and kept (ray/value_lines.hpp).
#pragma once
#include <cstdint>

#include "core/box.hpp"
#include "ray/rays.hpp"
#include "ray/symmetry.hpp"

namespace grundy::ray {

struct NimberTask {
  Rays rays;
  Box closure;
  AxisGroups groups;            // may be empty
  Position tile_sides;          // equal within a group
  std::uint64_t largest_value;  // no nimber exceeds it: proved
  unsigned cell_bytes;          // 1, 2 or 4
};

// `groups` are interchangeable_axes() or fewer; without any, all positions are solved.
// Requires a closure whose volume fits 63 bits and whose low ends are those of the ranges.
NimberTask plan_nimbers(Rays rays, const Box& closure, AxisGroups groups);

// Bytes by what they hold.
struct NimberMemory {
  std::uint64_t cells;  // values
  std::uint64_t sets;   // what the sets of lines may take, if largest_value occurs
  std::uint64_t total() const noexcept;
};

// What solving allocates; 2^64 - 1 for what does not fit. Sets only take the pages that the
// values that occur need.
NimberMemory memory_of(const NimberTask& task);

}  // namespace grundy::ray
