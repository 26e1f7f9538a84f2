#include "table/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace grundy::table {
namespace {

Error senseless(std::string what) {
  return Error{Errc::usage, std::move(what)};
}

Status check_box(const Box& box, std::size_t dimensions, std::string_view name) {
  if (box.low.size() != dimensions || box.high.size() != dimensions)
    return senseless(fmt::format("{}: corners of {} and {} coordinates, expected {}", name,
                                 box.low.size(), box.high.size(), dimensions));
  for (std::size_t axis = 0; axis < dimensions; ++axis)
    if (box.low[axis] > box.high[axis] || box.low[axis] < -largest_coordinate ||
        box.high[axis] > largest_coordinate)
      return senseless(
          fmt::format("{}: coordinate {} runs from {} to {}, expected ends in order and within "
                      "-2^53 .. 2^53, as "
                      "tables have them",
                      name, axis + 1, box.low[axis], box.high[axis]));
  if (!box.volume()) return senseless(fmt::format("{}: more than 2^63 positions", name));
  return {};
}

Status check_section_axis(const TableSpec& spec) {
  if (!spec.section_axis) return {};
  if (*spec.section_axis >= spec.box.dimensions())
    return senseless(
        fmt::format("section axis {} of {}", *spec.section_axis, spec.box.dimensions()));
  // 2^32 - 1 stands for "none".
  if (spec.box.extent(*spec.section_axis) > std::numeric_limits<std::uint32_t>::max())
    return senseless(fmt::format("section axis of {} positions, at most 2^32 - 1 can be told apart",
                                 spec.box.extent(*spec.section_axis)));
  return {};
}

Status check_sorted_axes(const TableSpec& spec) {
  if (spec.sorted_axes.empty() != (spec.store != Store::sorted))
    return senseless("sorted axes belong to tables stored sorted, and to no others");
  std::vector<bool> seen(spec.box.dimensions(), false);
  for (const auto& group : spec.sorted_axes) {
    if (group.size() < 2 || !std::ranges::is_sorted(group) || group.back() >= seen.size())
      return senseless(
          fmt::format("sorted axes: expected groups of two axes or more, ascending, "
                      "below {}",
                      seen.size()));
    for (const std::size_t axis : group) {
      if (seen[axis]) return senseless(fmt::format("sorted axes: axis {} stands twice", axis));
      seen[axis] = true;
      if (spec.box.low[axis] != spec.box.low[group[0]] ||
          spec.box.high[axis] != spec.box.high[group[0]])
        return senseless(
            fmt::format("sorted axes: the box differs along axes {} and {}", group[0], axis));
    }
  }
  return {};
}

Status check_store(const TableSpec& spec) {
  if (Status s = check_sorted_axes(spec); !s) return s;
  if (spec.store != Store::section) return {};
  if (spec.quantity == Quantity::outcome && spec.section_axis && spec.box.dimensions() > 1)
    return {};
  return senseless(
      "only outcomes of two dimensions or more, with an axis whose lines hold at "
      "most one P-position each, can be stored as a section");
}

}  // namespace

std::string_view name_of(Store store) noexcept {
  switch (store) {
    case Store::full:
      return "full";
    case Store::sorted:
      return "sorted";
    case Store::section:
      break;
  }
  return "section";
}

std::vector<Quantity> arrays_of(const TableSpec& spec) {
  if (spec.store == Store::section) return {};
  if (spec.quantity == Quantity::remoteness) return {Quantity::remoteness, Quantity::outcome};
  return {spec.quantity};
}

Status check(const TableSpec& spec) {
  const std::size_t dimensions = spec.coordinates.size();
  if (dimensions == 0 || dimensions > max_dimensions)
    return senseless(fmt::format("{} coordinates, expected 1 to {}", dimensions, max_dimensions));
  if (Status s = check_box(spec.box, dimensions, "box"); !s) return s;
  if (Status s = check_box(spec.closure, dimensions, "closure"); !s) return s;
  if (spec.closure.low != spec.box.low || !spec.closure.contains(spec.box))
    return senseless(
        fmt::format("closure {}..{} does not extend box {}..{}",
                    grundy::to_string(spec.closure.low), grundy::to_string(spec.closure.high),
                    grundy::to_string(spec.box.low), grundy::to_string(spec.box.high)));
  if (spec.quantity == Quantity::nimber && spec.convention == Convention::misere)
    return senseless("nimbers are of normal play only");
  if (Status s = check_section_axis(spec); !s) return s;
  return check_store(spec);
}

}  // namespace grundy::table
