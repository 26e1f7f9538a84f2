#include "methods/rays/rays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "methods/bands.hpp"
#include "methods/forms.hpp"
#include "methods/rays/cones.hpp"

namespace grundy::ray {

using family::Direction;
using family::RayFrom;
using rules::OptionRule;
using rules::Rules;

namespace {

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

// Its options are those of a multiple, and others.
void add(std::vector<Direction>& directions, Direction direction) {
  const auto adds_nothing = [&](const Direction& known) { return is_multiple(direction, known); };
  if (std::any_of(directions.begin(), directions.end(), adds_nothing)) return;
  std::erase_if(directions, [&](const Direction& known) { return is_multiple(known, direction); });
  directions.push_back(std::move(direction));
}

void add_cone(Rays& rays, Direction cone) {
  if (std::ranges::count(cone, 1) == 1)
    add(rays.directions, std::move(cone));
  else if (std::ranges::find(rays.cones, cone) == rays.cones.end())
    rays.cones.push_back(std::move(cone));
}

// Whether some cone has all options of the ray.
bool lies_in_cone(const Rays& rays, const Direction& direction) {
  return std::ranges::any_of(rays.cones, [&](const Direction& cone) {
    return std::ranges::equal(
        cone, direction, {}, [](auto one) { return one > 0; }, [](auto step) { return step > 0; });
  });
}

// Whether all of them run along rays.
bool add_band(Rays& rays, const std::vector<RayFrom>& band) {
  for (const RayFrom& ray : band) {
    if (ray.first == ray.step) continue;
    const auto along = std::find(rays.directions.begin(), rays.directions.end(), ray.step);
    if (along == rays.directions.end()) return false;
    if (is_multiple(ray.first, ray.step)) continue;
    rays.starts.resize(rays.directions.size());
    auto& starts = rays.starts[static_cast<std::size_t>(along - rays.directions.begin())];
    if (std::find(starts.begin(), starts.end(), ray.first) == starts.end())
      starts.push_back(ray.first);
  }
  return !band.empty();
}

}  // namespace

std::optional<Rays> recognise_rays(const Rules& rules, std::string& why_not) {
  Rays rays;
  std::vector<const OptionRule*> others;
  for (const OptionRule& rule : rules.options) {
    if (auto direction = family::ray_direction(rules, rule)) {
      add(rays.directions, std::move(*direction));
    } else if (auto cones = cones_of(rules, rule); !cones.empty()) {
      for (Direction& cone : cones) add_cone(rays, std::move(cone));
    } else {
      for (RayFrom& ray : family::rays_of_band(rules, rule))
        if (ray.first == ray.step) add(rays.directions, std::move(ray.step));
      others.push_back(&rule);
    }
  }
  for (const OptionRule* rule : others)
    if (!add_band(rays, family::rays_of_band(rules, *rule))) {
      why_not = fmt::format("line {} is no ray", rule->place.line);
      return std::nullopt;
    }
  const auto in_cone = [&](const Direction& d) { return lies_in_cone(rays, d); };
  if (rays.starts.empty()) std::erase_if(rays.directions, in_cone);
  if (!rays.lead_nowhere()) return rays;
  why_not = "there are no moves";
  return std::nullopt;
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

}  // namespace grundy::ray
