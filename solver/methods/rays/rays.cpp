#include "methods/rays/rays.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "methods/forms.hpp"

namespace grundy::ray {
namespace {

using family::Direction;

// Whether b is k a for some k >= 1.
bool is_multiple(const Direction& b, const Direction& a) {
  const auto axis = static_cast<std::size_t>(
      std::find_if(a.begin(), a.end(), [](std::int64_t step) { return step > 0; }) - a.begin());
  const std::int64_t k = b[axis] / a[axis];
  const auto reaches = [k](std::int64_t of_b, std::int64_t of_a) {
    return of_a == 0 ? of_b == 0 : of_b % of_a == 0 && of_b / of_a == k;
  };
  return k > 0 && std::equal(b.begin(), b.end(), a.begin(), reaches);
}

// Adds a direction. The options of a multiple are among those of the direction.
void add(std::vector<Direction>& directions, Direction direction) {
  const auto adds_nothing = [&](const Direction& known) { return is_multiple(direction, known); };
  if (std::any_of(directions.begin(), directions.end(), adds_nothing)) return;
  std::erase_if(directions, [&](const Direction& known) { return is_multiple(known, direction); });
  directions.push_back(std::move(direction));
}

// Whether some cone has all options of the ray.
bool lies_in_cone(const Rays& rays, const Direction& direction) {
  return std::ranges::any_of(rays.cones, [&](const Direction& cone) {
    return std::ranges::equal(
        cone, direction, {}, [](auto one) { return one > 0; }, [](auto step) { return step > 0; });
  });
}

// Adds a ray that begins beside itself. False if its direction has no ray.
bool add_start(Rays& rays, const relation::Ray& ray) {
  const auto along = std::ranges::find(rays.directions, ray.step);
  if (along == rays.directions.end()) return false;
  rays.starts.resize(rays.directions.size());
  rays.starts[static_cast<std::size_t>(along - rays.directions.begin())].push_back(ray.first);
  return true;
}

std::string first_reason(const relation::Differences& differences) {
  return *std::ranges::find_if(differences.why_not, [](const auto& why) { return !why.empty(); });
}

}  // namespace

std::optional<Rays> rays_of(const relation::Differences& differences, std::string& why_not) {
  if (!differences.of_all_rules())
    why_not = first_reason(differences);
  else if (!differences.singles.empty())
    why_not = "some options are no ray";
  if (!why_not.empty()) return std::nullopt;
  Rays rays;
  rays.cones = differences.cones;
  for (const relation::Ray& ray : differences.rays) {
    if (!ray.lowers())
      why_not = "some ray raises a coordinate";
    else if (ray.first == ray.step)
      add(rays.directions, ray.step);
  }
  for (const relation::Ray& ray : differences.rays)
    if (ray.first != ray.step && !add_start(rays, ray)) why_not = "some ray begins beside no other";
  if (rays.lead_nowhere() && why_not.empty()) why_not = "there are no moves";
  if (!why_not.empty()) return std::nullopt;
  const auto in_cone = [&](const Direction& d) { return lies_in_cone(rays, d); };
  if (rays.starts.empty()) std::erase_if(rays.directions, in_cone);
  return rays;
}

Rays within(const Rays& rays, const Box& box) {
  const auto too_long = [&](const Direction& d, std::int64_t least) {
    for (std::size_t axis = 0; axis < d.size(); ++axis)
      if (d[axis] >= least && d[axis] >= box.extent(axis)) return true;
    return false;
  };
  const auto leads_on = [&](const Direction& d) { return !too_long(d, 1); };
  const bool moves =
      std::ranges::any_of(rays.directions, leads_on) || std::ranges::any_of(rays.cones, leads_on);
  Rays within;
  for (std::size_t i = 0; i < rays.directions.size(); ++i) {
    std::vector<Direction> starts = rays.starts.empty() ? std::vector<Direction>() : rays.starts[i];
    std::erase_if(starts, [&](const Direction& start) { return too_long(start, 1); });
    if (starts.empty() && too_long(rays.directions[i], moves ? 1 : 2)) continue;
    Direction& direction = within.directions.emplace_back(rays.directions[i]);
    for (std::size_t axis = 0; axis < direction.size(); ++axis)
      direction[axis] = std::min(direction[axis], box.extent(axis));
    within.starts.push_back(std::move(starts));
  }
  for (const Direction& cone : rays.cones)
    if (leads_on(cone)) within.cones.push_back(cone);
  const auto empty = [](const std::vector<Direction>& starts) { return starts.empty(); };
  if (std::all_of(within.starts.begin(), within.starts.end(), empty)) within.starts.clear();
  return within;
}

bool in_steps_of_one(const Rays& rays) {
  return std::all_of(rays.directions.begin(), rays.directions.end(), [](const Direction& d) {
    return std::all_of(d.begin(), d.end(), [](std::int64_t step) { return step <= 1; });
  });
}

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
