// python/session.hpp: grundy.Session, questions about sums one after another; grundy.games.
#pragma once
#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ask/laws/law_source.hpp"
#include "ask/session/session.hpp"

namespace grundy::python {

namespace py = pybind11;

// Threads take turns.
class Session {
 public:
  explicit Session(session::Choice choice) : session_(watched(std::move(choice))) {
    session_.evaluator().set_laws(
        std::make_unique<session::ProvedLaws>(session::LawChoice{.stop = &stop_}));
  }

  void add_table(const std::shared_ptr<const table::Values>& values);
  py::object value(const py::object& expression, const py::object& remoteness);
  py::list values(const py::object& expressions, const py::object& outcome);
  py::object moves(const py::object& expression);

 private:
  session::Choice watched(session::Choice choice);

  // Runs the body without the GIL, alone, and hears signals.
  template <class Body>
  auto alone(const Body& body);

  std::atomic<bool> stop_{false};
  std::timed_mutex turn_;
  session::Session session_;
};

void bind_session(py::module_& module);

}  // namespace grundy::python
