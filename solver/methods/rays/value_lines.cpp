#include "methods/rays/value_lines.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace grundy::ray {
namespace {

constexpr std::uint64_t too_many = std::numeric_limits<std::uint64_t>::max();
constexpr auto most_lines = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

// Where each coordinate goes when a gatherer is folded. Within every group coordinates with smaller
// steps come first, and among equal ones those that are not in `below`.
std::vector<std::size_t> fold(const Gatherer& gatherer, const AxisGroups& groups) {
  std::vector<std::size_t> place(gatherer.along.size());
  for (std::size_t axis = 0; axis < place.size(); ++axis) place[axis] = axis;
  for (const std::vector<std::size_t>& group : groups) {
    std::vector<std::size_t> order = group;
    std::ranges::stable_sort(order, {}, [&](std::size_t axis) {
      return std::pair(gatherer.along[axis], gatherer.below[axis]);
    });
    for (std::size_t i = 0; i < group.size(); ++i) place[order[i]] = group[i];
  }
  return place;
}

family::Direction image_of(const family::Direction& direction,
                           const std::vector<std::size_t>& place) {
  family::Direction image(direction.size());
  for (std::size_t axis = 0; axis < image.size(); ++axis) image[place[axis]] = direction[axis];
  return image;
}

bool share_group(const AxisGroups& groups, std::size_t a, std::size_t b) {
  const auto has = [](const std::vector<std::size_t>& group, std::size_t axis) {
    return std::find(group.begin(), group.end(), axis) != group.end();
  };
  return std::any_of(groups.begin(), groups.end(),
                     [&](const auto& group) { return has(group, a) && has(group, b); });
}

// The lines of one direction in C order of their keys. Every stride is odd, so that rows of
// sets do not fall on the same few places of a cache when sides are powers of two.
struct Keys {
  std::uint64_t count = 1;
  LineNumber number;
};

// The first axis of those that move least.
std::size_t pivot_of(const family::Direction& direction) {
  std::size_t pivot = 0;
  for (std::size_t axis = 1; axis < direction.size(); ++axis)
    if (direction[axis] > 0 && (direction[pivot] == 0 || direction[axis] < direction[pivot]))
      pivot = axis;
  return pivot;
}

Keys number_keys(const family::Direction& direction, const AxisGroups& groups, const Box& box) {
  const std::size_t dimensions = direction.size();
  const std::size_t pivot = pivot_of(direction);
  const std::int64_t every = direction[pivot];
  const std::int64_t most_times = (box.extent(pivot) - 1) / every;
  Keys keys{1, {0, std::vector<std::int64_t>(dimensions), pivot, every}};
  for (std::size_t axis = dimensions; axis-- > 0;) {
    if (axis == pivot && every == 1) continue;
    // Sorted positions have no negative differences within a group.
    const bool alike = direction[axis] == every && share_group(groups, pivot, axis);
    std::uint64_t length = static_cast<std::uint64_t>(axis == pivot ? every : box.extent(axis));
    std::uint64_t low = 0;
    if (axis != pivot && !alike &&
        __builtin_mul_overflow(static_cast<std::uint64_t>(direction[axis]), most_times, &low))
      return {too_many, {}};
    if (__builtin_add_overflow(length, low, &length)) return {too_many, {}};
    if (keys.count > most_lines) return {too_many, {}};
    const auto stride = static_cast<std::int64_t>(keys.count);
    if (__builtin_mul_overflow(keys.count, length | 1, &keys.count)) return {too_many, {}};
    if (keys.count > most_lines) return {too_many, {}};
    if (axis == pivot) {
      keys.number.rest = stride;
    } else {
      keys.number.steps[axis] = stride;
      keys.number.steps[pivot] -= direction[axis] * stride;
      keys.number.origin += static_cast<std::int64_t>(low) * stride;
    }
  }
  return keys;
}

}  // namespace

ValueLines number_lines(const Rays& rays, const AxisGroups& groups, const Box& box) {
  ValueLines lines;
  std::vector<std::pair<family::Direction, family::Direction>> images;  // each once
  std::vector<LineNumber> folded;
  for (const Gatherer& gatherer : gatherers_of(rays)) {
    const std::vector<std::size_t> place = fold(gatherer, groups);
    const std::pair image(image_of(gatherer.along, place), image_of(gatherer.below, place));
    const auto known = std::find(images.begin(), images.end(), image);
    const auto which = static_cast<std::size_t>(known - images.begin());
    if (known == images.end()) {
      Keys keys = number_keys(image.first, groups, box);
      if (keys.count > most_lines - lines.count) return {too_many, {}};
      keys.number.origin += static_cast<std::int64_t>(lines.count);
      lines.count += keys.count;
      images.push_back(image);
      folded.push_back(std::move(keys.number));
    }
    LineNumber number = folded[which];
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      number.steps[axis] = folded[which].steps[place[axis]];
      if (place[axis] == folded[which].bent_axis) number.bent_axis = axis;
    }
    lines.numbers.push_back(std::move(number));
  }
  return lines;
}

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
