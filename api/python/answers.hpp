// python/answers.hpp: what is known of positions, as the classes of grundy/answers.py.
//
// Everything here needs the GIL.
#pragma once
#include <pybind11/pybind11.h>

#include "ask/board_sum.hpp"
#include "ask/evaluator.hpp"
#include "base/value.hpp"

namespace grundy::python {

namespace py = pybind11;

py::object to_python(Outcome outcome);
py::object to_python(const query::Value& value);
py::object to_python(const query::Sum& sum, const query::Moves& moves);
py::object to_python(const query::BoardMoves& moves);

}  // namespace grundy::python
