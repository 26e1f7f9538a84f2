#include "methods/rays/symmetry.hpp"

#include <algorithm>

namespace grundy::ray {
namespace {

bool may_exchange(const Rays& rays, const Box& box, std::size_t i, std::size_t j) {
  if (box.low[i] != box.low[j] || box.high[i] != box.high[j]) return false;
  const auto maps_to_itself = [i, j](const std::vector<family::Direction>& directions) {
    return std::ranges::all_of(directions, [&](family::Direction direction) {
      std::swap(direction[i], direction[j]);
      return std::ranges::find(directions, direction) != directions.end();
    });
  };
  return maps_to_itself(rays.directions) && maps_to_itself(rays.cones);
}

}  // namespace

AxisGroups interchangeable_axes(const Rays& rays, const Box& box) {
  AxisGroups groups;
  if (!rays.starts.empty()) return groups;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const auto joins = [&](const std::vector<std::size_t>& group) {
      return group.size() < max_interchangeable && may_exchange(rays, box, group[0], axis);
    };
    const auto group = std::find_if(groups.begin(), groups.end(), joins);
    if (group != groups.end())
      group->push_back(axis);
    else
      groups.push_back({axis});
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

std::optional<std::size_t> ray_axis(const Rays& rays, const Box& box) {
  return family::axis_of_rays(rays.directions, box);
}

}  // namespace grundy::ray
