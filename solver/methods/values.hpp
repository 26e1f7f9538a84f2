// methods/values.hpp: what a container of solved values lets the rest of the program read.
#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/box.hpp"
#include "base/cell_window.hpp"

namespace grundy::family {

// Immutable once solved; any number of threads may read. A cell is that of
// kernels/generic/generic.hpp.
template <class V>
concept Values = requires(const V& values, const Position& at, std::span<std::uint32_t> cells,
                          const Box& region, const CellSpan& to) {
  // The positions whose values are kept.
  { values.box() } -> std::convertible_to<Box>;
  { values.at(at) } -> std::same_as<std::uint32_t>;
  // The cells at a position and those that follow it along the last axis, within the box.
  values.read(at, cells);
  // Those of a region, as base/cell_window.hpp says.
  { values.width() } -> std::same_as<unsigned>;
  values.copy(region, to);
};

// Keeps outcomes in such a way that P-positions are met without looking at the others. Parts
// 0 .. parts() - 1 share them out. Visits each of them that lies in `box`, by its rank there.
template <class V>
concept PPositions = Values<V> && requires(const V& values, const Box& box, std::uint64_t part,
                                           const std::function<void(std::uint64_t rank)>& visit) {
  { values.parts() } -> std::convertible_to<std::uint64_t>;
  values.visit_p_positions(box, part, visit);
};

// An axis along which a coordinate rises, or falls, from one position of a row to the next.
struct Moving {
  std::size_t axis;
  std::int64_t slope;
};

// Tells its P-positions by rows, as methods/offsets/bits.hpp says.
template <class V>
concept PRows = PPositions<V> && requires(
    const V& values, const Box& box, std::uint64_t part,
    const std::function<void(
        std::uint64_t start, std::span<const Moving> moving,
        const std::function<void(const std::function<void(std::int64_t)>&)>& for_each)>& visit) {
  values.visit_p_rows(box, part, visit);
};

// Where lines of an axis lie side by side: the ranks of their first positions are
// start + i * step. More than one lie along the axis whose stride is `step`.
struct SideBySide {
  std::uint64_t start;
  std::uint64_t step;
};

// Tells its P-positions by stretches of lines along axis(), as methods/rays/section.hpp says.
template <class V>
concept PStretches = PPositions<V> &&
    requires(const V& values, std::uint64_t part,
             const std::function<void(std::span<const SideBySide> images,
                                      std::span<const std::uint32_t> entries)>& visit) {
  { values.axis() } -> std::same_as<std::size_t>;
  { values.stored_rows() } -> std::same_as<std::uint64_t>;
  values.visit_p_stretches(part, visit);
};

// Keeps for each line along an axis its only P-position. Lines are given by their coordinates
// along all other axes.
template <class V>
concept Lines = Values<V> &&
    requires(const V& values, const Position& line, std::span<std::uint32_t> entries) {
  { values.axis() } -> std::same_as<std::size_t>;
  { values.p_position(line) } -> std::same_as<std::optional<std::int64_t>>;
  // Of the line and of those that follow it along the last axis: 1 + index, or 0 without one.
  values.copy_entries(line, entries);
};

// Keeps one of each set of positions that the exchange of coordinates makes of each other.
template <class V>
concept Sorted = Values<V> && requires(const V& values) {
  { values.groups() } -> std::convertible_to<AxisGroups>;
};

// Of these each rank may keep a part, unless is_whole(), and ask others for the rest. Tiles
// 0 .. tiles() - 1 share out what is kept here, whose sorted rows are visited.
template <class V>
concept SharedOut = Sorted<V> &&
    requires(V& own, const V& values, std::size_t tile,
             const std::function<void(const Position& start, std::uint64_t length)>& visit) {
  { values.is_whole() } -> std::same_as<bool>;
  { values.tiles() } -> std::same_as<std::size_t>;
  values.visit_kept_rows(tile, visit);
  // Nobody looks at values of others any more.
  own.leave_others();
};

}  // namespace grundy::family
