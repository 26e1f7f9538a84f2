// python/arrays.hpp: values as NumPy arrays.
//
// Cells are uint8, uint16 or uint32. All functions need the GIL, and release it while they read.
#pragma once
#include <pybind11/numpy.h>

#include <memory>

#include "base/cell_window.hpp"
#include "base/value.hpp"
#include "region.hpp"
#include "table/values.hpp"

namespace grundy::python {

namespace py = pybind11;

// Of cells that hold any value of the quantity.
py::dtype dtype_of(const table::Values& values, Quantity quantity);

// A copy of the values of a region, which must lie in the box. It owns its data.
py::array copy_of(const table::Values& values, Quantity quantity, const Region& region);

// The cells of a region, which is not empty, where they are: read-only. The array keeps their owner
// alive.
py::array window_on(const CellView& cells, const Region& region, std::shared_ptr<const void> owner);

// The values of positions[..., d], an array of integers whose last axis is the coordinates. It has
// the other axes, and dtype_of. Raises PositionError with the number of the row outside.
py::array probe(const table::Values& values, Quantity quantity, const py::object& positions);

}  // namespace grundy::python
