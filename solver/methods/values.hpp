// methods/values.hpp: how the rest of the program reads a container of solved values.
#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/box.hpp"
#include "base/cell_window.hpp"

namespace grundy::family {

// Immutable once solved: any number of threads may read. Cells are those of
// kernels/generic/generic.hpp.
template <class V>
concept Values = requires(const V& values, const Position& at, std::span<std::uint32_t> cells,
                          const Box& region, const CellSpan& to) {
  // The positions whose values are kept.
  { values.box() } -> std::convertible_to<Box>;
  { values.at(at) } -> std::same_as<std::uint32_t>;
  // The cells at a position and those that follow it along the last axis, within the box.
  values.read(at, cells);
  // The cells of a region: see base/cell_window.hpp.
  { values.width() } -> std::same_as<unsigned>;
  values.copy(region, to);
};

// Visits P-positions without reading the others. Parts 0 .. parts() - 1 share them out.
template <class V>
concept PPositions = Values<V> && requires(const V& values) {
  { values.parts() } -> std::convertible_to<std::uint64_t>;
};

// An axis along which a coordinate rises, or falls, from one position of a row to the next.
struct Moving {
  std::size_t axis;
  std::int64_t slope;
};

// Visits P-positions by rows: see methods/offsets/bits.hpp.
template <class V>
concept PRows = PPositions<V> && requires(
    const V& values, const Box& box, std::uint64_t part,
    const std::function<void(
        std::uint64_t start, std::span<const Moving> moving,
        const std::function<void(const std::function<void(std::int64_t)>&)>& for_each)>& visit) {
  values.visit_p_rows(box, part, visit);
};

// Adjacent lines of an axis: the ranks of their first positions are start + i * step. If there are
// several, they are adjacent along the axis whose stride is `step`.
struct SideBySide {
  std::uint64_t start;
  std::uint64_t step;
};

// Visits P-positions by stretches of lines along axis(): see methods/section.hpp.
template <class V>
concept PStretches = PPositions<V> &&
    requires(const V& values, std::uint64_t part,
             const std::function<void(std::span<const SideBySide> images,
                                      std::span<const std::uint32_t> entries)>& visit) {
  { values.axis() } -> std::same_as<std::size_t>;
  { values.stored_rows() } -> std::same_as<std::uint64_t>;
  values.visit_p_stretches(part, visit);
};

// Keeps the only P-position of each line along an axis. Lines are given by their coordinates along
// all other axes.
template <class V>
concept Lines = Values<V> &&
    requires(const V& values, const Position& line, std::span<std::uint32_t> entries) {
  { values.axis() } -> std::same_as<std::size_t>;
  { values.p_position(line) } -> std::same_as<std::optional<std::int64_t>>;
  // Entries of the line and of those that follow it along the last axis: 1 + the index of the
  // P-position, or 0 without one.
  values.copy_entries(line, entries);
};

// Keeps one of each set of positions that differ by exchanges of coordinates only.
template <class V>
concept Sorted = Values<V> && requires(const V& values) {
  { values.groups() } -> std::convertible_to<AxisGroups>;
};

// Sorted values of which each rank keeps a part, unless is_whole(), and asks others for the rest.
// Sorted rows of what is kept here are visited by tiles 0 .. tiles() - 1.
template <class V>
concept SharedOut = Sorted<V> &&
    requires(V& own, const V& values, std::size_t tile,
             const std::function<void(const Position& start, std::uint64_t length)>& visit) {
  { values.is_whole() } -> std::same_as<bool>;
  { values.tiles() } -> std::same_as<std::size_t>;
  values.visit_kept_rows(tile, visit);
  // Values of other ranks will not be read any more.
  own.leave_others();
};

}  // namespace grundy::family
