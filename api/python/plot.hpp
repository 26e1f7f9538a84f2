// python/plot.hpp: grundy.plot, values as a picture.
#pragma once
#include <pybind11/pybind11.h>

namespace grundy::python {

void bind_plot(pybind11::module_& module);

}  // namespace grundy::python
