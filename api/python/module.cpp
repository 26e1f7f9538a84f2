// python/module.cpp: start reading here: the compiled part of the Python module, grundy._grundy.
//
// Each class has a file; grundy/__init__.py says what users see of it and grundy/_grundy.pyi the
// types. Exceptions and answers are classes of Python, in grundy/errors.py and grundy/answers.py.
#include <pybind11/pybind11.h>

#include <string>

#include "ask/session/solving.hpp"
#include "count.hpp"
#include "graph.hpp"
#include "law.hpp"
#include "plot.hpp"
#include "session.hpp"
#include "solution.hpp"
#include "table.hpp"

PYBIND11_MODULE(_grundy, module) {
  pybind11::options options;
  options.disable_function_signatures();
  module.attr("__version__") = std::string(grundy::session::version());
  grundy::python::bind_table(module);
  grundy::python::bind_solution(module);
  grundy::python::bind_session(module);
  grundy::python::bind_law(module);
  grundy::python::bind_count(module);
  grundy::python::bind_graph(module);
  grundy::python::bind_plot(module);
}
