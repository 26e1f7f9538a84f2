// methods/rays/cell_task.hpp: how cells of rules that are rays are solved in a box: nimbers and
// remoteness, or, where there are cones too, nimbers and outcomes.
//
// For every line of every direction the nimbers found so far are kept as a set, and each
// position takes the least number that none of its lines has (kernels/ray/nimbers.hpp). For
// remoteness one number a line suffices (kernels/ray/remoteness.hpp). Cones add lines that gather
// what others know (methods/rays/gatherers.hpp). The box is cut into tiles,
// and a tile waits for all whose numbers are nowhere larger than its own. Of two positions on a
// line one is <= the other in every coordinate, so one of their tiles waits for the other: no line
// is ever shared by two threads.
//
// Nimbers may be solved in passes (methods/rays/passes.hpp), with sets of some slices of values at
// a time and the cells in a file.
//
// Where coordinates are interchangeable (methods/rays/symmetry.hpp), only positions that ascend
// within every group of them are solved and kept (methods/rays/value_lines.hpp).
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/symmetry.hpp"

namespace grundy::ray {

struct Passes {
  std::uint64_t slices;           // of which sets are kept at a time, 1 or more
  std::filesystem::path scratch;  // the folder of the file
};

// No value of the box exceeds it: proved. Its low ends are those of the ranges.
std::uint64_t largest_value(const Rays& rays, const Box& box, Quantity quantity);

struct CellTask {
  Rays rays;
  Box closure;
  AxisGroups groups;                  // may be empty
  Position tile_sides;                // equal within a group
  Quantity quantity;                  // with cones not remoteness, without them not outcome
  Convention convention;              // normal for nimbers
  std::uint64_t largest_value;        // as the function says
  unsigned cell_bytes;                // 1, 2 or 4; for remoteness 2 or 4, for outcomes 1
  std::optional<Passes> passes = {};  // none: all at once, in memory
  Position owner_blocks =
      {};  // sides of what one of several ranks gathers (methods/rays/owners.hpp)

  // Of the sets of all values.
  std::uint64_t slices() const noexcept;
};

// No cell holds more of remoteness.
inline constexpr std::uint64_t most_plies = (std::uint64_t{1} << 31) - 2;

// `groups` are interchangeable_axes() or fewer; without any, all positions are solved.
// Requires a closure whose volume fits 63 bits and whose low ends are those of the ranges.
CellTask plan_cells(Rays rays, const Box& closure, AxisGroups groups,
                    Quantity quantity = Quantity::nimber,
                    Convention convention = Convention::normal);

// The same task in passes. Requires nimbers, no cones, and rays none of which begins beside itself.
CellTask in_passes(CellTask task, Passes passes);

// Bytes by what they hold.
struct CellMemory {
  std::uint64_t cells;                   // values, or what of them is in memory at a time
  std::uint64_t lines;                   // what is kept of lines
  std::uint64_t file = 0;                // on disk
  std::uint64_t total() const noexcept;  // without the file
};

// How many positions are solved, without their images.
std::uint64_t sorted_positions(const CellTask& task);

// Tiles that are solved, and the cells of one.
std::uint64_t tile_count(const CellTask& task);
std::uint64_t cells_of_tile(const CellTask& task);

// Those whose number along the last axis is less than `end`, and the positions that are solved in
// them.
std::uint64_t tiles_below(const CellTask& task, std::uint64_t end);
std::uint64_t positions_below(const CellTask& task, std::uint64_t end);

std::uint64_t tiles_along(const CellTask& task, std::size_t axis);

// What a list of tiles, in which each is gone through so many times, takes; more than most_tasks
// tiles in all cannot be listed.
std::uint64_t list_bytes(const CellTask& task, std::uint64_t times);
inline constexpr std::uint64_t most_tasks = ~std::uint32_t{0};
Status check_listed(const CellTask& task, std::uint64_t times);

// Of a slice of the sets of all lines.
std::uint64_t slice_bytes(const CellTask& task);

// What solving allocates; 2^64 - 1 for what does not fit. Sets of nimbers have room for
// largest_value, but only take the pages that the values that occur need.
CellMemory memory_of(const CellTask& task);

}  // namespace grundy::ray
