// python/waiting.hpp: work during which other threads of Python go on, and Ctrl-C is heard.
#pragma once
#include <pybind11/pybind11.h>

#include <atomic>

#include "ask/session/solving.hpp"

namespace grundy::python {

namespace py = pybind11;

// Runs a body that touches no Python object.
template <class Body>
auto without_gil(const Body& body) {
  const py::gil_scoped_release release;
  return body();
}

// Runs the handlers of signals that have come; throws what they raise, mostly KeyboardInterrupt.
// Takes the GIL. Python hears signals in its main thread only: elsewhere nothing happens.
inline void hear_signals() {
  const py::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// The same for a body that may take long: it runs in a thread of its own, looks at `stop`, and this
// thread hears signals.
template <class Body>
auto interruptible(std::atomic<bool>& stop, const Body& body) {
  return without_gil([&] {
    return session::watched(stop, body, [] {
      hear_signals();
      return true;
    });
  });
}

}  // namespace grundy::python
