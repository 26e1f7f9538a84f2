#include "arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

using Sizes = std::vector<py::ssize_t>;
// Of a row that is probed its number among those that were given.
using RowNumber = std::function<std::size_t(std::size_t)>;

py::dtype dtype_of_width(unsigned width) {
  return py::dtype(fmt::format("u{}", width));
}

Sizes shape_of(const Region& region) {
  Sizes shape;
  for (const Axis& axis : region)
    if (axis.kept) shape.push_back(axis.count);
  return shape;
}

bool has_steps(const Region& region) {
  return std::any_of(region.begin(), region.end(), [](const Axis& axis) { return axis.step > 1; });
}

// The region without the positions that are left out between others.
Region without_steps(Region region) {
  for (Axis& axis : region) axis = {axis.low, axis.high() - axis.low + 1, 1, axis.kept};
  return region;
}

// A window on `cells`, which `owner` keeps alive.
py::array window(const CellView& cells, const Region& region, const py::object& owner) {
  Sizes strides;
  std::int64_t first = 0;
  for (std::size_t axis = 0; axis < region.size(); ++axis) {
    const std::int64_t stride = cells.strides[axis] * cells.width;
    first += (region[axis].low - cells.box.low[axis]) * stride;
    if (region[axis].kept) strides.push_back(stride * region[axis].step);
  }
  return {dtype_of_width(cells.width), shape_of(region), strides, cells.cells + first, owner};
}

py::array copy_without_steps(const table::Values& values, Quantity quantity, const Region& region) {
  const unsigned width = unwrap(values.width(quantity));
  py::array copy(dtype_of_width(width), shape_of(region));
  const Box box = hull(region);
  const CellSpan to{static_cast<std::byte*>(copy.mutable_data()), width, box};
  unwrap(without_gil([&] { return values.read(quantity, box, to); }));
  return copy;
}

py::array copy_with_steps(const table::Values& values, Quantity quantity, const Region& region) {
  const Region every = without_steps(region);
  const py::array all = copy_without_steps(values, quantity, every);
  const Box box = hull(every);
  const CellView cells{static_cast<const std::byte*>(all.data()),
                       static_cast<unsigned>(all.itemsize()), box, box.strides()};
  return window(cells, region, all).attr("copy")().cast<py::array>();
}

py::array array_from(const py::object& positions, std::size_t dimensions) {
  try {
    return py::array(positions);
  } catch (const py::error_already_set& failure) {
    if (!failure.matches(PyExc_ValueError)) throw;
    raise({Errc::usage, fmt::format("positions that are no array, expected rows of {} integers "
                                    "each; NumPy says: {}",
                                    dimensions, py::str(failure.value()).cast<std::string>())});
  }
}

// Unsigned numbers of 64 bits could wrap round to coordinates of the box.
void check_signed(const py::array& positions, std::size_t dimensions, const RowNumber& number_of) {
  const py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast> numbers(positions);
  const auto* end = numbers.data() + numbers.size();
  const auto* beyond = std::find_if(numbers.data(), end, [](std::uint64_t number) {
    return number > std::numeric_limits<std::int64_t>::max();
  });
  if (beyond != end)
    raise_outside(
        {Errc::usage,
         fmt::format("row {}: {} is outside every box",
                     number_of(static_cast<std::size_t>(beyond - numbers.data()) / dimensions),
                     *beyond)});
}

void check_shape(const py::array& positions, std::size_t dimensions) {
  const Sizes shape(positions.shape(), positions.shape() + positions.ndim());
  if (shape.empty() || std::cmp_not_equal(shape.back(), dimensions))
    raise({Errc::usage, fmt::format("positions of the shape ({}), expected (.., {}): coordinates "
                                    "along the last axis",
                                    fmt::join(shape, ", "), dimensions)});
}

// Coordinates of whole numbers, rows of `dimensions`.
py::array_t<std::int64_t> rows_from(const py::array& positions, std::size_t dimensions,
                                    const RowNumber& number_of) {
  const auto last = static_cast<py::ssize_t>(dimensions);
  const py::ssize_t axes = positions.ndim();
  const char kind = positions.dtype().kind();
  if (kind != 'i' && kind != 'u' && positions.size() > 0)
    raise({Errc::usage, fmt::format("positions of the type {}, expected integers",
                                    py::str(positions.dtype()).cast<std::string>())});
  if (kind == 'u' && positions.itemsize() == sizeof(std::uint64_t))
    check_signed(positions, dimensions, number_of);
  py::array_t<std::int64_t, py::array::forcecast> rows(positions);
  return axes == 2 ? rows : rows.reshape({positions.size() / last, last});
}

// Few enough at a time that signals are heard a few times a second.
constexpr std::size_t rows_at_once = 1 << 20;

void probe_rows(const table::Values& values, Quantity quantity, const table::Batch& all,
                const RowNumber& number_of) {
  table::Batch batch = all;
  for (std::size_t first = 0; first < all.count; first += rows_at_once) {
    batch.count = std::min(rows_at_once, all.count - first);
    std::size_t answered = 0;
    const Status status = without_gil([&] { return values.at_many(quantity, batch, answered); });
    if (!status)
      raise_outside({status.error().code, fmt::format("row {}: {}", number_of(first + answered),
                                                      status.error().message)});
    batch.positions += static_cast<std::ptrdiff_t>(batch.count) * batch.row_stride;
    batch.values += static_cast<std::ptrdiff_t>(batch.count) * batch.value_stride;
    hear_signals();
  }
}

py::array probe_array(const table::Values& values, Quantity quantity, const py::array& given,
                      const RowNumber& number_of) {
  const py::dtype dtype = dtype_of(values, quantity);
  const auto rows = rows_from(given, values.info().spec.box.dimensions(), number_of);
  py::array_t<std::uint32_t> found(Sizes(given.shape(), given.shape() + given.ndim() - 1));
  constexpr std::ptrdiff_t bytes = sizeof(std::uint32_t);
  probe_rows(
      values, quantity,
      {static_cast<std::size_t>(rows.shape(0)),
       static_cast<const std::byte*>(static_cast<const void*>(rows.data())), rows.strides(0),
       rows.strides(1), static_cast<std::byte*>(static_cast<void*>(found.mutable_data())), bytes},
      number_of);
  return found.attr("astype")(dtype).cast<py::array>();
}

// Rows in which nothing is masked are probed, and the values of the others are masked.
py::array probe_masked(const table::Values& values, Quantity quantity, const py::object& given) {
  const auto numpy = py::module_::import("numpy");
  const auto masked = py::module_::import("numpy.ma");
  const py::object mask = masked.attr("getmaskarray")(given).attr("any")(py::arg("axis") = -1);
  const py::object kept = numpy.attr("logical_not")(mask);
  const py::array_t<std::int64_t> numbers(numpy.attr("flatnonzero")(kept));
  const py::array rows = given.attr("data").attr("__getitem__")(kept).cast<py::array>();
  const py::object found = numpy.attr("zeros")(mask.attr("shape"), dtype_of(values, quantity));
  found.attr("__setitem__")(kept, probe_array(values, quantity, rows, [&](std::size_t row) {
                              return static_cast<std::size_t>(numbers.at(row));
                            }));
  return masked.attr("array")(found, py::arg("mask") = mask).cast<py::array>();
}

}  // namespace

py::dtype dtype_of(const table::Values& values, Quantity quantity) {
  return dtype_of_width(unwrap(values.width(quantity)));
}

py::array copy_of(const table::Values& values, Quantity quantity, const Region& region) {
  if (is_empty(region)) return {dtype_of(values, quantity), shape_of(region)};
  return has_steps(region) ? copy_with_steps(values, quantity, region)
                           : copy_without_steps(values, quantity, region);
}

py::array window_on(const CellView& cells, const Region& region,
                    std::shared_ptr<const void> owner) {
  using Owner = std::shared_ptr<const void>;
  const py::capsule kept(new Owner(std::move(owner)),
                         [](void* held) { delete static_cast<Owner*>(held); });
  py::array found = window(cells, region, kept);
  found.attr("flags").attr("writeable") = false;
  return found;
}

py::array probe(const table::Values& values, Quantity quantity, const py::object& positions) {
  const std::size_t dimensions = values.info().spec.box.dimensions();
  const py::array given = array_from(positions, dimensions);
  check_shape(given, dimensions);
  const auto masked = py::module_::import("numpy.ma").attr("MaskedArray");
  if (py::isinstance(positions, masked)) return probe_masked(values, quantity, positions);
  return probe_array(values, quantity, given, [](std::size_t row) { return row; });
}

}  // namespace grundy::python
