// base/sorted_rows.hpp: of a row along the last axis, the positions whose coordinates ascend within
// each group of axes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "base/axis_groups.hpp"
#include "base/box.hpp"

namespace grundy {

// Whether the coordinates ascend within each group, the last one of all not counted.
inline bool is_sorted_row(const Position& start, const AxisGroups& groups) {
  return std::ranges::all_of(groups, [&](const auto& group) {
    std::span<const std::size_t> axes = group;
    if (axes.back() + 1 == start.size()) axes = axes.first(axes.size() - 1);
    return std::ranges::is_sorted(axes, {}, [&](std::size_t axis) { return start[axis]; });
  });
}

// The least last coordinate of a sorted position in the row of a sorted one; where the last axis is
// exchanged with none, that of `start`.
inline std::int64_t first_sorted(const Position& start, const AxisGroups& groups) {
  for (const auto& group : groups)
    if (group.size() > 1 && group.back() + 1 == start.size()) return start[group[group.size() - 2]];
  return start.back();
}

}  // namespace grundy
