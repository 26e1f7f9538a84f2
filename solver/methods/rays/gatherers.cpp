#include "methods/rays/gatherers.hpp"

#include <algorithm>

namespace grundy::ray {
namespace {

using family::Direction;

bool is_zero(const Direction& direction) {
  return std::ranges::count(direction, 0) == std::ssize(direction);
}

std::size_t find(const std::vector<Gatherer>& gatherers, const Direction& along,
                 const Direction& below) {
  const auto found = std::ranges::find_if(gatherers, [&](const Gatherer& gatherer) {
    return gatherer.along == along && gatherer.below == below;
  });
  return static_cast<std::size_t>(found - gatherers.begin());
}

// Takes the first coordinate from a cone.
Direction take_first(Direction& cone) {
  Direction along(cone.size(), 0);
  const auto axis = std::ranges::find(cone, 1) - cone.begin();
  along[static_cast<std::size_t>(axis)] = 1;
  cone[static_cast<std::size_t>(axis)] = 0;
  return along;
}

// Adds the lines of a cone that are not known.
void add_cone(std::vector<Gatherer>& gatherers, Direction cone) {
  for (bool has_options = true; !is_zero(cone); has_options = false) {
    Direction along = take_first(cone);
    const std::size_t known = find(gatherers, along, cone);
    if (known == gatherers.size())
      gatherers.push_back({std::move(along), cone, 0, has_options});
    else if (has_options)
      gatherers[known].has_options = true;
  }
}

std::size_t find_source(const std::vector<Gatherer>& gatherers, const Gatherer& gatherer) {
  if (is_zero(gatherer.below)) return find(gatherers, gatherer.along, gatherer.below);
  Direction below = gatherer.below;
  const Direction along = take_first(below);
  return find(gatherers, along, below);
}

}  // namespace

std::vector<Gatherer> gatherers_of(const Rays& rays) {
  std::vector<Gatherer> gatherers;
  for (const Direction& direction : rays.directions)
    gatherers.push_back({direction, Direction(direction.size(), 0), 0, true});
  for (const Direction& cone : rays.cones) add_cone(gatherers, cone);
  std::ranges::stable_sort(gatherers, std::ranges::greater(), [](const Gatherer& gatherer) {
    return std::ranges::count(gatherer.below, 1);
  });
  for (Gatherer& gatherer : gatherers) gatherer.from = find_source(gatherers, gatherer);
  return gatherers;
}

}  // namespace grundy::ray
