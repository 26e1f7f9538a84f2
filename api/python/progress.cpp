#include "progress.hpp"

#include <utility>

#include "arguments.hpp"
#include "errors.hpp"
#include "waiting.hpp"

namespace grundy::python {

Progress::Progress(const py::object& given, const std::string& what, const char* unit)
    : is_line_(given.ptr() == Py_True), reported_(given.ptr() == Py_False ? py::none() : given) {
  if (is_line_)
    reported_ = py::module_::import("grundy.progress").attr("Line")(text(what), text(unit));
  else if (!reported_.is_none() && PyCallable_Check(reported_.ptr()) == 0)
    raise_type("progress", "True, or a function of two numbers", given);
}

Progress::~Progress() {
  if (!is_line_) return;
  try {
    reported_.attr("close")();
  } catch (py::error_already_set& failure) {
    failure.discard_as_unraisable("grundy.progress");
  }
}

void Progress::begin(const std::string& part) const {
  const py::gil_scoped_acquire acquire;
  if (is_line_) reported_.attr("begin")(text(part));
}

void Progress::hear() {
  hear_signals();
}

std::atomic<std::uint64_t>* Parts::begin(std::string_view part, std::uint64_t of) {
  const std::lock_guard lock(guard_);
  part_ = part;
  of_ = of;
  done_ = 0;
  is_new_ = true;
  return &done_;
}

bool Parts::report(const Progress& progress) {
  std::unique_lock lock(guard_);
  const std::string begun = std::exchange(is_new_, false) ? part_ : "";
  const std::uint64_t done = done_, of = of_;
  lock.unlock();  // what is called may take long
  if (!begun.empty()) progress.begin(begun);
  return progress.tell(done, of);
}

}  // namespace grundy::python
