#include "ray/rays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "family/forms.hpp"

namespace grundy::ray {

using family::Direction;
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

}  // namespace

std::optional<Rays> recognise_rays(const Rules& rules, std::string& why_not) {
  Rays rays;
  for (const OptionRule& rule : rules.options) {
    auto direction = family::ray_direction(rules, rule);
    if (!direction) {
      why_not = fmt::format("line {} is no ray", rule.place.line);
      return std::nullopt;
    }
    add(rays.directions, std::move(*direction));
  }
  if (rays.directions.empty()) {
    why_not = "there are no moves";
    return std::nullopt;
  }
  return rays;
}

Rays within(const Rays& rays, const Box& box) {
  Rays within = rays;
  std::erase_if(within.directions, [&](const Direction& d) {
    for (std::size_t axis = 0; axis < d.size(); ++axis)
      if (d[axis] > 1 && d[axis] >= box.extent(axis)) return true;
    return false;
  });
  return within;
}

bool in_steps_of_one(const Rays& rays) {
  return std::all_of(rays.directions.begin(), rays.directions.end(), [](const Direction& d) {
    return std::all_of(d.begin(), d.end(), [](std::int64_t step) { return step <= 1; });
  });
}

}  // namespace grundy::ray
