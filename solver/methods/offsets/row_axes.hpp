// methods/offsets/row_axes.hpp: positions as rows of bits, and conditions in terms of rows.
//
// Kernels for rows use indices instead of coordinates: the axes in the order of memory, each from 0
// upwards, in an order in which options come first. The last axis runs along a row, the one before
// it from row to row of a plane. An axis whose coordinate rises in play is mirrored. In a skewed
// plane position (.., u, w) is in row u + w, so that moves along w alone leave their row.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::offset {

inline constexpr std::int64_t word_bits = 64;

// How many words hold that many bits.
constexpr std::int64_t words_for(std::int64_t bits) noexcept {
  return (bits + word_bits - 1) / word_bits;
}

struct RowAxis {
  std::size_t coordinate = 0;
  bool mirrored = false;
  std::int64_t first = 0;   // the coordinate's value at index 0
  std::int64_t extent = 0;  // values of the coordinate
};

using Index = std::vector<std::int64_t>;

// Places first .. end - 1 of a row.
struct RowPart {
  std::int64_t first;
  std::int64_t end;
};

struct RowAxes {
  std::vector<RowAxis> axes;  // at least two
  bool skewed = false;

  std::size_t dimensions() const noexcept { return axes.size(); }
  std::size_t row_axis() const noexcept { return axes.size() - 1; }
  std::size_t plane_axis() const noexcept { return axes.size() - 2; }
  std::int64_t row_length() const noexcept { return axes.back().extent; }

  // Whether rows run along the last coordinate, as in C order.
  bool runs_along_last() const noexcept {
    return !skewed && axes.back().coordinate + 1 == axes.size();
  }

  // How many indices the axis has. If it is skewed these are more than its coordinate has values.
  std::int64_t extent(std::size_t axis) const noexcept;
  // The part of a row, given by its number in the plane, that has positions.
  RowPart positions_of_row(std::int64_t row) const noexcept;
  Index index(const Position& position) const;
  // A change of coordinates as a change of indices.
  Index change(const std::vector<std::int64_t>& of_coordinates) const;
};

// A condition as linear inequalities in indices, joined by and / or.
struct RowCondition {
  enum class Op : std::uint8_t { at_least_zero, all_of, any_of };
  Op op = Op::all_of;  // all_of nothing: always true
  Index coefficients;  // of at_least_zero: constant + coefficients . index >= 0
  std::int64_t constant = 0;
  std::vector<RowCondition> parts;

  std::size_t depth() const noexcept;
  bool says_something() const noexcept { return op != Op::all_of || !parts.empty(); }
  friend bool operator==(const RowCondition&, const RowCondition&) = default;
};

// The condition in indices. Nothing if some comparison is not linear in the coordinates, or too
// large for 62 bits. Variables beyond the coordinates must have been replaced by constants.
std::optional<RowCondition> row_condition(const RowAxes& axes, const rules::Condition& condition);

// That the coordinate of an axis is still in its range after `change` steps along that axis.
RowCondition stays_inside(const RowAxes& axes, std::size_t axis, std::int64_t change);

enum class Truth : std::uint8_t { never, sometimes, always };

// Whether the condition is known to hold for all low <= index <= high, or for none.
Truth truth(const RowCondition& condition, const Index& low, const Index& high) noexcept;

// Sets bit w of `bits` where the condition holds at index (.., w), for w below the row's length,
// and clears the other bits. `scratch` holds condition.depth() * bits.size() words.
void fill_row(const RowAxes& axes, const RowCondition& condition, const Index& index,
              std::span<std::uint64_t> bits, std::span<std::uint64_t> scratch) noexcept;

}  // namespace grundy::offset
