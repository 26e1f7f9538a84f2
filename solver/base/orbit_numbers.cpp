#include "base/orbit_numbers.hpp"

#include <algorithm>

#include "base/box.hpp"

namespace grundy {
namespace {

AxisGroups equal_groups(const std::vector<std::int64_t>& counts, AxisGroups groups) {
  std::erase_if(groups, [&](const auto& group) {
    return std::ranges::any_of(
        group, [&](std::size_t axis) { return counts[axis] != counts[group.front()]; });
  });
  return groups;
}

void sort_within(Position& position, const AxisGroups& groups) {
  Position sorted;
  for (const auto& group : groups) {
    sorted.clear();
    for (const std::size_t axis : group) sorted.push_back(position[axis]);
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < group.size(); ++i) position[group[i]] = sorted[i];
  }
}

}  // namespace

// The block whose numbers ascend in every group comes before its images in C order.
std::vector<std::uint32_t> orbit_numbers(const std::vector<std::int64_t>& counts,
                                         const AxisGroups& groups) {
  const AxisGroups equal = equal_groups(counts, groups);
  Box grid{Position(counts.size(), 0), counts};
  for (std::int64_t& high : grid.high) --high;
  std::vector<std::uint32_t> numbers(*grid.volume());
  std::uint32_t next = 0;
  for (std::uint64_t rank = 0; rank < numbers.size(); ++rank) {
    Position at = grid.position(rank);
    sort_within(at, equal);
    const std::uint64_t first = grid.rank(at);
    numbers[rank] = first == rank ? next++ : numbers[first];
  }
  return numbers;
}

}  // namespace grundy
