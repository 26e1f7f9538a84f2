#include "relation/invariant_scheme.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "relation/order.hpp"
#include "relation/points.hpp"

namespace grundy::relation {
namespace {

Error does_not_apply(const char* why) {
  return {Errc::usage, why};
}

// Whether x - step has all options of x along the ray but x - first, wherever it is a position. It
// has them if x - first lies no farther than x - step on the way to the end of the box.
bool follows(const Ray& ray) {
  for (std::size_t axis = 0; axis < ray.step.size(); ++axis)
    if ((ray.step[axis] > 0 && ray.first[axis] < 0) || (ray.step[axis] < 0 && ray.first[axis] > 0))
      return false;
  return true;
}

bool fits(const Vector& difference, const Box& box) {
  for (std::size_t axis = 0; axis < difference.size(); ++axis)
    if (difference[axis] >= box.extent(axis) || -difference[axis] >= box.extent(axis)) return false;
  return true;
}

}  // namespace

Target option_at(const Vector& difference, const Box& box) {
  Target target;
  for (std::size_t axis = 0; axis < difference.size(); ++axis) {
    Linear at{Vector(difference.size(), 0), -difference[axis]};
    at.coefficients[axis] = 1;
    if (difference[axis] > 0)
      target.where.at_least_zero.push_back({at.coefficients, at.constant - box.low[axis]});
    if (difference[axis] < 0)
      target.where.at_least_zero.push_back(
          {times(-1, at.coefficients), box.high[axis] - at.constant});
    target.coordinates.push_back(std::move(at));
  }
  return target;
}

Result<Scheme> invariant_scheme(const Differences& differences, const Box& box,
                                const std::vector<rules::ScanAxis>& order, std::size_t still) {
  if (!differences.of_all_rules()) return does_not_apply("what rules take depends on the position");
  if (!differences.cones.empty())
    return does_not_apply("several coordinates are lowered at once, each by any amount");
  const Order before(order);
  const auto comes_before = [&](const Vector& difference) { return before.leads_back(difference); };
  Scheme scheme;
  for (const Ray& ray : differences.rays) {
    if (!comes_before(ray.first) || !comes_before(ray.step))
      return does_not_apply("an option does not come before its position");
    if (!follows(ray)) return does_not_apply("options along a ray do not follow from one another");
    scheme.readings.push_back({scheme.sets.size(), {Where{}}});
    scheme.sets.push_back({{ray.step}, {option_at(ray.first, box)}, {}, {}});
  }
  if (!std::ranges::all_of(differences.singles, comes_before))
    return does_not_apply("an option does not come before its position");
  std::vector<Vector> singles = differences.singles;
  std::ranges::sort(singles, {}, [&](Vector single) {
    std::rotate(single.begin() + static_cast<std::ptrdiff_t>(still),
                single.begin() + static_cast<std::ptrdiff_t>(still) + 1, single.end());
    return single;
  });
  OptionSet list;
  for (const Vector& single : singles)
    if (fits(single, box)) list.added.push_back(option_at(single, box));
  if (!list.added.empty()) {
    scheme.readings.push_back({scheme.sets.size(), {Where{}}});
    scheme.sets.push_back(std::move(list));
  }
  return scheme;
}

}  // namespace grundy::relation
