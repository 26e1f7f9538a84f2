#include "region.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arguments.hpp"
#include "errors.hpp"

namespace grundy::python {
namespace {

[[noreturn]] void raise_usage(std::string message) {
  raise({Errc::usage, std::move(message)});
}

bool is_ellipsis(const py::handle& entry) {
  return entry.ptr() == Py_Ellipsis;
}

Axis whole(std::int64_t low, std::int64_t high) {
  return {low, high - low + 1, 1, true};
}

py::object part_of(const py::handle& slice, const char* name, std::int64_t otherwise) {
  const py::object part = slice.attr(name);
  return part.is_none() ? py::int_(otherwise) : index_of(part);
}

Axis axis_from_slice(const py::handle& slice, std::int64_t low, std::int64_t high) {
  const py::object step = part_of(slice, "step", 1);
  if (step < py::int_(1))
    raise_usage(fmt::format("a slice with step {}, expected at least 1; reverse the array instead",
                            readable(step)));
  py::object start = part_of(slice, "start", low);
  const py::int_ lowest(low);
  if (start < lowest) start = lowest + (start - lowest).attr("__mod__")(step);
  const std::int64_t first = nearest_from(start);
  const std::int64_t end = std::min(nearest_from(part_of(slice, "stop", high + 1)), high + 1);
  const std::int64_t apart = nearest_from(step);
  return {first, first < end ? (end - first - 1) / apart + 1 : 0, apart, true};
}

Axis axis_from(const py::handle& entry, std::int64_t low, std::int64_t high) {
  if (PySlice_Check(entry.ptr())) return axis_from_slice(entry, low, high);
  if (PyIndex_Check(entry.ptr()) && !py::hasattr(entry, "__len__"))
    return {coordinate_from(entry), 1, 1, false};
  raise_usage(
      fmt::format("table[..] takes integers, slices and `...`, not {}; for many positions "
                  "at once see probe()",
                  py::str(py::type::handle_of(entry)).cast<std::string>()));
}

std::vector<py::object> entries_of(const py::object& key) {
  if (!py::isinstance<py::tuple>(key)) return {key};
  std::vector<py::object> entries;
  for (const py::handle entry : key) entries.push_back(py::reinterpret_borrow<py::object>(entry));
  return entries;
}

// Writes `...` out as full slices, one for each axis that has no entry of its own.
void fill_up(std::vector<py::object>& entries, std::size_t dimensions) {
  auto ellipsis = std::find_if(entries.begin(), entries.end(), is_ellipsis);
  if (ellipsis == entries.end()) ellipsis = entries.insert(ellipsis, py::ellipsis());
  const std::size_t given = entries.size() - 1;
  if (given > dimensions)
    raise_usage(fmt::format("{} coordinates, expected {}", given, dimensions));
  const auto at = entries.erase(ellipsis);
  entries.insert(at, dimensions - given, py::slice(py::none(), py::none(), py::none()));
}

}  // namespace

Region region_from(const py::object& key, const Box& box) {
  std::vector<py::object> entries = entries_of(key);
  fill_up(entries, box.dimensions());
  Region region;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    region.push_back(axis_from(entries[axis], box.low[axis], box.high[axis]));
  return region;
}

Region all_of(const Box& box) {
  Region region;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    region.push_back(whole(box.low[axis], box.high[axis]));
  return region;
}

bool is_position(const Region& region) noexcept {
  return std::none_of(region.begin(), region.end(), [](const Axis& axis) { return axis.kept; });
}

bool is_empty(const Region& region) noexcept {
  return std::any_of(region.begin(), region.end(),
                     [](const Axis& axis) { return axis.count == 0; });
}

Box hull(const Region& region) {
  Box box;
  for (const Axis& axis : region) {
    box.low.push_back(axis.low);
    box.high.push_back(axis.high());
  }
  return box;
}

}  // namespace grundy::python
