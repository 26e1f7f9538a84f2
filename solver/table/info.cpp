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
      return senseless(fmt::format("{}: coordinate {} runs from {} to {}", name, axis + 1,
                                   box.low[axis], box.high[axis]));
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

}  // namespace

std::vector<Quantity> arrays_of(Quantity quantity) {
  if (quantity == Quantity::remoteness) return {Quantity::remoteness, Quantity::outcome};
  return {quantity};
}

Status check(const TableSpec& spec) {
  const std::size_t dimensions = spec.coordinates.size();
  if (dimensions == 0 || dimensions > max_dimensions)
    return senseless(fmt::format("{} coordinates, expected 1 to {}", dimensions, max_dimensions));
  if (Status s = check_box(spec.box, dimensions, "box"); !s) return s;
  if (Status s = check_box(spec.closure, dimensions, "closure"); !s) return s;
  if (spec.closure.low != spec.box.low || !spec.closure.contains(spec.box))
    return senseless(fmt::format("closure {}..{} does not extend box {}..{}",
                                 to_string(spec.closure.low), to_string(spec.closure.high),
                                 to_string(spec.box.low), to_string(spec.box.high)));
  if (spec.quantity == Quantity::nimber && spec.convention == Convention::misere)
    return senseless("nimbers are of normal play only");
  return check_section_axis(spec);
}

}  // namespace grundy::table
