// python/law.hpp: laws looked for and checked.
#pragma once
#include <pybind11/pybind11.h>

namespace grundy::python {

namespace py = pybind11;

void bind_law(py::module_& module);

}  // namespace grundy::python
