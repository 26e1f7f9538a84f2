// base/box.hpp: positions, boxes of positions, ranks in them, and exchangeable coordinates.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace grundy {

// A position is the tuple of its coordinates.
using Position = std::vector<std::int64_t>;

// Games have at most this many coordinates.
inline constexpr std::size_t max_dimensions = 8;

// All positions with low[i] <= x[i] <= high[i]: both ends inclusive.
// The rank of a position is its number in C order (last coordinate fastest).
struct Box {
  Position low;
  Position high;

  std::size_t dimensions() const noexcept { return low.size(); }
  std::int64_t extent(std::size_t axis) const noexcept { return high[axis] - low[axis] + 1; }
  bool contains(const Position& position) const noexcept;
  bool contains(const Box& other) const noexcept;

  // The count of positions; nothing if it does not fit 63 bits.
  std::optional<std::uint64_t> volume() const noexcept;

  // The difference of ranks between neighbours along each axis. Requires volume().
  std::vector<std::int64_t> strides() const;

  // Both require volume(), and a position in the box or a rank below volume().
  std::uint64_t rank(const Position& position) const noexcept;
  Position position(std::uint64_t rank) const;

  friend bool operator==(const Box&, const Box&) = default;
};

// "(3, 4, 5)", the notation of rules and expressions.
std::string to_string(const Position& position);

// Disjoint groups of two or more axes, each ascending. Any two coordinates of a group may be
// exchanged without changing values.
using AxisGroups = std::vector<std::vector<std::size_t>>;

// A position is sorted if its coordinates ascend within each group.
inline bool is_sorted(const Position& position, const AxisGroups& groups) {
  return std::ranges::all_of(groups, [&](const auto& group) {
    return std::ranges::is_sorted(group, {}, [&](std::size_t axis) { return position[axis]; });
  });
}

// Turns a position into the sorted one that represents it.
inline void sort_axes(std::span<std::int64_t> position, const AxisGroups& groups) noexcept {
  // By insertion: groups are small.
  for (const auto& group : groups)
    for (std::size_t i = 1; i < group.size(); ++i)
      for (std::size_t k = i; k > 0 && position[group[k]] < position[group[k - 1]]; --k)
        std::swap(position[group[k]], position[group[k - 1]]);
}

// The next two functions are about sorted positions in a row along the last axis.

// Whether the coordinates other than the last one ascend within each group.
inline bool is_sorted_row(const Position& start, const AxisGroups& groups) {
  return std::ranges::all_of(groups, [&](const auto& group) {
    std::span<const std::size_t> axes = group;
    if (axes.back() + 1 == start.size()) axes = axes.first(axes.size() - 1);
    return std::ranges::is_sorted(axes, {}, [&](std::size_t axis) { return start[axis]; });
  });
}

// The least last coordinate of a sorted position in the row of the sorted position `start`. It is
// that of `start` if the last axis is in no group.
inline std::int64_t first_sorted(const Position& start, const AxisGroups& groups) {
  for (const auto& group : groups)
    if (group.size() > 1 && group.back() + 1 == start.size()) return start[group[group.size() - 2]];
  return start.back();
}

// Numbers the blocks of a grid, in C order, so that blocks get the same number if exchanges of
// coordinates map one to the other. `counts` has the count of blocks along each axis. Numbers are
// 0, 1, .. without gaps. Groups whose axes have different counts are ignored.
std::vector<std::uint32_t> orbit_numbers(const std::vector<std::int64_t>& counts,
                                         const AxisGroups& groups);

}  // namespace grundy
