// python/errors.hpp: where a Result becomes a value or an exception of grundy/errors.py.
//
// Everything here needs the GIL.
#pragma once
#include <pybind11/pybind11.h>

#include <utility>

#include "base/error.hpp"

namespace grundy::python {

namespace py = pybind11;

[[noreturn]] void raise(const Error& error);

// Says that a position is not in the box.
[[noreturn]] void raise_outside(const Error& error);

template <class T>
T unwrap(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

inline void unwrap(const Status& status) {
  if (!status) raise(status.error());
}

// Text of rules may hold any bytes; those that are no UTF-8 become U+FFFD.
py::str text(std::string_view utf8);

}  // namespace grundy::python
