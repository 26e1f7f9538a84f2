// methods/rays/cell_task.hpp: the task of solving cells of rules that are rays: nimbers and
// remoteness, or, where there are cones too, nimbers and outcomes.
//
// For every line of every direction the nimbers found so far are kept as a set. Each position gets
// the least number that none of its lines has (kernels/ray/nimbers.hpp). For remoteness one number
// a line suffices (kernels/ray/remoteness.hpp). Cones add lines that gather the sets of others
// (methods/rays/value_lines.hpp). The box is cut into tiles. A tile waits for all tiles whose
// numbers are nowhere larger than its own. Of two positions on a line one is <= the other in every
// coordinate, so one of their tiles waits for the other: no two threads ever share a line.
//
// Nimbers may be solved in passes (methods/rays/passes.hpp), with sets of some slices of values at
// a time and the cells in a file.
//
// Where coordinates are interchangeable, only positions that ascend within every group of them are
// solved and kept (methods/rays/value_lines.hpp).
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/rays/rays.hpp"

namespace grundy::ray {

struct Passes {
  std::uint64_t slices;           // how many have their sets kept at a time, 1 or more
  std::filesystem::path scratch;  // the folder of the file
};

// A proved bound on the values in the box. Requires a box whose low ends are those of the ranges.
std::uint64_t largest_value(const Rays& rays, const Box& box, Quantity quantity);

struct CellTask {
  Rays rays;
  Box closure;
  AxisGroups groups;                  // may be empty
  Position tile_sides;                // equal within a group
  Quantity quantity;                  // with cones not remoteness, without them not outcome
  Convention convention;              // normal for nimbers
  std::uint64_t largest_value;        // largest_value(rays, closure, quantity)
  unsigned cell_bytes;                // 1, 2 or 4; for remoteness 2 or 4, for outcomes 1
  std::optional<Passes> passes = {};  // none: all at once, in memory
  Position owner_blocks = {};         // sides of the blocks that ranks gather (class Owners)

  // Slices of the sets of all values.
  std::uint64_t slices() const noexcept;
};

// Cells hold no larger remoteness.
inline constexpr std::uint64_t most_plies = (std::uint64_t{1} << 31) - 2;

// `groups` are those of interchangeable_axes() or fewer. Without any, all positions are solved.
// Requires a closure whose volume fits 63 bits and whose low ends are those of the ranges.
CellTask plan_cells(Rays rays, const Box& closure, AxisGroups groups,
                    Quantity quantity = Quantity::nimber,
                    Convention convention = Convention::normal);

// The same task in passes. Requires nimbers, and rays without cones and starts.
CellTask in_passes(CellTask task, Passes passes);

// Bytes by what they hold.
struct CellMemory {
  std::uint64_t cells;                   // values, or the part of them that is in memory at a time
  std::uint64_t lines;                   // sets or numbers of lines
  std::uint64_t file = 0;                // on disk
  std::uint64_t total() const noexcept;  // without the file
};

// How many positions are solved, without their images.
std::uint64_t sorted_positions(const CellTask& task);

// Tiles that are solved, and the cells of one.
std::uint64_t tile_count(const CellTask& task);
std::uint64_t cells_of_tile(const CellTask& task);

// Tiles whose number along the last axis is less than `end`, and the positions that are solved in
// them.
std::uint64_t tiles_below(const CellTask& task, std::uint64_t end);
std::uint64_t positions_below(const CellTask& task, std::uint64_t end);

// Tiles along an axis, sorted or not.
std::uint64_t tiles_along(const CellTask& task, std::size_t axis);

// Bytes of a list of all tiles, each solved `times` times. A list holds up to most_tasks entries;
// for more check_listed() returns Errc::unsupported.
std::uint64_t list_bytes(const CellTask& task, std::uint64_t times);
inline constexpr std::uint64_t most_tasks = ~std::uint32_t{0};
Status check_listed(const CellTask& task, std::uint64_t times);

// Bytes of a slice of the sets of all lines.
std::uint64_t slice_bytes(const CellTask& task);

// What solving allocates; 2^64 - 1 for what does not fit. Sets of nimbers have room for
// largest_value, but only take the pages that the occurring values need.
CellMemory memory_of(const CellTask& task);

}  // namespace grundy::ray
