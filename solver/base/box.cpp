#include "base/box.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace grundy {

bool Box::contains(const Position& position) const noexcept {
  if (position.size() != dimensions()) return false;
  for (std::size_t axis = 0; axis < dimensions(); ++axis)
    if (position[axis] < low[axis] || position[axis] > high[axis]) return false;
  return true;
}

bool Box::contains(const Box& other) const noexcept {
  return contains(other.low) && contains(other.high);
}

std::optional<std::uint64_t> Box::volume() const noexcept {
  std::int64_t product = 1;
  for (std::size_t axis = 0; axis < dimensions(); ++axis) {
    std::int64_t length = 0;
    if (__builtin_sub_overflow(high[axis], low[axis], &length) ||
        __builtin_add_overflow(length, 1, &length) ||
        __builtin_mul_overflow(product, length, &product))
      return std::nullopt;
  }
  return static_cast<std::uint64_t>(product);
}

std::vector<std::int64_t> Box::strides() const {
  std::vector<std::int64_t> strides(dimensions());
  std::int64_t stride = 1;
  for (std::size_t axis = dimensions(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= extent(axis);
  }
  return strides;
}

std::uint64_t Box::rank(const Position& position) const noexcept {
  std::int64_t rank = 0;
  for (std::size_t axis = 0; axis < dimensions(); ++axis)
    rank = rank * extent(axis) + (position[axis] - low[axis]);
  return static_cast<std::uint64_t>(rank);
}

Position Box::position(std::uint64_t rank) const {
  Position position(dimensions());
  for (std::size_t axis = dimensions(); axis-- > 0;) {
    const auto length = static_cast<std::uint64_t>(extent(axis));
    position[axis] = low[axis] + static_cast<std::int64_t>(rank % length);
    rank /= length;
  }
  return position;
}

std::string to_string(const Position& position) {
  return fmt::format("({})", fmt::join(position, ", "));
}

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

// In C order, the block whose numbers ascend in every group comes before its images.
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
