// python/count.hpp: grundy.count, how many positions are won or lost.
#pragma once
#include <pybind11/pybind11.h>

namespace grundy::python {

void bind_count(pybind11::module_& module);

}  // namespace grundy::python
