// python/progress.hpp: the argument `progress` of functions that may take long.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

namespace grundy::python {

namespace py = pybind11;

// Needs the GIL where it is made and where it goes.
class Progress {
 public:
  // None and False: nothing is reported. True: a line on stderr that begins with `what`, see
  // grundy/progress.py; TypeError for what is no function either.
  Progress(const py::object& given, const std::string& what, const char* unit);
  // Ends the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Hears signals, and tells how much of what there is to do is done. False: stop. Takes the GIL.
  // Throws what handlers and functions raise.
  template <class Number>
  bool tell(Number done, Number total) const {
    const py::gil_scoped_acquire acquire;
    hear();
    return reported_.is_none() || reported_(done, total).ptr() != Py_False;
  }

  // A line says from now on that this is being done. Takes the GIL.
  void begin(const std::string& part) const;

 private:
  static void hear();

  bool is_line_;
  py::object reported_;
};

}  // namespace grundy::python
