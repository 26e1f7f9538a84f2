#include "methods/forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace grundy::family {

using rules::Rules;

namespace {

// The axis of a direction that changes one coordinate alone, by 1.
std::optional<std::size_t> axis_of(const Direction& direction) {
  const auto is_zero = [](std::int64_t step) { return step == 0; };
  const auto axis = std::ranges::find(direction, 1);
  if (axis == direction.end() || !std::all_of(direction.begin(), axis, is_zero) ||
      !std::all_of(axis + 1, direction.end(), is_zero))
    return std::nullopt;
  return static_cast<std::size_t>(axis - direction.begin());
}

}  // namespace

std::optional<std::size_t> axis_of_rays(const std::vector<Direction>& directions, const Box& box) {
  std::optional<std::size_t> best;
  for (const Direction& direction : directions)
    if (const auto axis = axis_of(direction))
      if (!best || std::pair(box.extent(*axis), *axis) > std::pair(box.extent(*best), *best))
        best = axis;
  return best;
}

std::optional<std::size_t> section_axis(const relation::Differences& differences, const Box& box) {
  constexpr std::int64_t longest = std::numeric_limits<std::uint32_t>::max();
  std::vector<Direction> directions;
  for (const relation::Ray& ray : differences.rays) {
    const auto axis = axis_of(ray.step);
    if (axis && ray.first == ray.step && box.extent(*axis) <= longest)
      directions.push_back(ray.step);
  }
  return axis_of_rays(directions, box);
}

std::string symmetry_text(const Rules& rules, const AxisGroups& groups) {
  std::vector<std::string> texts;
  for (const auto& group : groups) {
    std::vector<std::string_view> members;
    for (const std::size_t axis : group) members.push_back(rules.coordinates[axis].name);
    texts.push_back(fmt::format("{}", fmt::join(members, ", ")));
  }
  if (texts.empty()) return "";
  return fmt::format("{} may be exchanged: only positions in which they ascend are solved",
                     fmt::join(texts, " and "));
}

}  // namespace grundy::family
